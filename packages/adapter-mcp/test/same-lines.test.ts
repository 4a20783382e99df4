import { getCodec, type FormatName } from '@palimpsest/formats';
import type { Originals } from '@palimpsest/originals';
import { messageParts } from '@palimpsest/originals/recall';
import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { recall } from 'palimpsest';
import { expect, test } from 'vitest';

const sample = new URL('../../../../shared/corpus/sample.jsonl.gz', import.meta.url);
const FORMATS: readonly FormatName[] = ['openai', 'anthropic', 'gemini', 'icontent'];

interface Conversation {
  readonly messages: readonly unknown[];
}

function conversations(): Conversation[] {
  const lines = gunzipSync(readFileSync(sample)).toString('utf8').trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as Conversation);
}

/** Originals that return one message for every id. */
function holding(message: unknown): Originals {
  const found = { kind: 'found', message, isRedacted: false } as const;
  return { recall: async () => found } as Partial<Originals> as Originals;
}

/**
 * Gap markers count the lines of the text that the package `palimpsest` reads from a message. Other lines here would send a
 * model to wrong places.
 */
test.runIf(existsSync(sample)).each(FORMATS)(
  'each part of a message in the format %s has the lines that gap markers count',
  async (format) => {
    const codec = getCodec(format);
    let responses = 0;
    for (const { messages } of conversations()) {
      const written = codec.encode(getCodec('openai').decode(messages));
      for (const message of JSON.parse(JSON.stringify(written)) as unknown[]) {
        const blocks = codec.decode([message]).flatMap((entry) => entry.blocks);
        const count = blocks.filter(({ type }) => type === 'tool_response').length;
        const parts = messageParts(message);
        for (let part = 1; part <= Math.max(1, count); part += 1) {
          const known = await recall(holding(message), `1f0c9a3e.${part}`, { format });
          if (known.kind !== 'found') throw new Error(`${format} lost a part`);
          const text = known.text.toWellFormed();
          // The tool calls of a message can be recalled after its text.
          const shown = count > 0 ? parts[part - 1] : parts[0]!.slice(0, text.length);
          expect(shown).toBe(text);
        }
        responses += count;
      }
    }
    expect(responses).toBeGreaterThan(100);
  },
);
