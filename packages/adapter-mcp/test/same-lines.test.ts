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

/** Returns originals that return one message for every id. */
function originalsOf(message: unknown): Originals {
  const found = { kind: 'found', message, isRedacted: false } as const;
  return { recall: async () => found } as Partial<Originals> as Originals;
}

/** Gap markers count lines of the text that `recall` of `palimpsest` returns. With other lines here, a model would ask for wrong ones. */
test.runIf(existsSync(sample)).each(FORMATS)(
  'each part of a message in the format %s has the lines that gap markers count',
  async (format) => {
    const codec = getCodec(format);
    let results = 0;
    for (const { messages } of conversations()) {
      const written = codec.encode(getCodec('openai').decode(messages));
      for (const message of JSON.parse(JSON.stringify(written)) as unknown[]) {
        const blocks = codec.decode([message]).flatMap((entry) => entry.blocks);
        const resultCount = blocks.filter(({ type }) => type === 'tool_response').length;
        const parts = messageParts(message);
        for (let part = 1; part <= Math.max(1, resultCount); part += 1) {
          const expected = await recall(originalsOf(message), `1f0c9a3e.${part}`, { format });
          if (expected.kind !== 'found') throw new Error(`${format} lost a part`);
          const text = expected.text.toWellFormed();
          // The tool calls of a message can be recalled after its text.
          const shown = resultCount > 0 ? parts[part - 1] : parts[0]!.slice(0, text.length);
          expect(shown).toBe(text);
        }
        results += resultCount;
      }
    }
    expect(results).toBeGreaterThan(100);
  },
);
