import { getCodec, type FormatName } from '@palimpsest/formats';
import { memoryOriginals, openOriginals } from '@palimpsest/originals';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { REFUSALS } from '../src/checks.ts';
import { hostedConversations, type HostedOptions } from '../src/fuzz/hosted-conversations.ts';
import { palimpsest } from '../src/fuzz/message-cases.ts';

const FORMATS = ['openai-responses', 'openai-agents', 'anthropic', 'gemini'] as const;
const STRATEGIES = ['salience', 'high-density', 'extractive', 'top-down-truncation'] as const;

/** Returns ten conversations with tools that the provider runs, the same in every run. */
function conversations(
  format: FormatName,
  options: Pick<HostedOptions, 'hasQuestions' | 'calls'> = {},
): object[][] {
  const outputs = fc
    .array(fc.constantFrom('berth 7 is free', 'crane 4 waits', 'gate 12 is shut'), {
      minLength: 20,
      maxLength: 80,
    })
    .map((lines) => lines.map((line, at) => `${at}: ${line}`).join('\n'));
  const turns = { minLength: 12, maxLength: 20 };
  const drawn = hostedConversations(format, { ...options, turns, outputs })!;
  return fc.sample(drawn, { seed: 7, numRuns: 10 });
}

const CASES = FORMATS.flatMap((format) =>
  STRATEGIES.flatMap((strategy) => [true, false].map((asks) => ({ format, strategy, asks }))),
);

test.each(CASES)(
  'reduces histories of $format with hosted tools to a quarter with $strategy; the provider accepts them (questions between: $asks)',
  async ({ format, strategy, asks }) => {
    for (const messages of conversations(format, { hasQuestions: asks })) {
      const refusals = REFUSALS.get(format)!;
      expect(refusals(messages)).toEqual([]);
      const originals = await openOriginals(memoryOriginals(), { session: 'hosted' });
      const options = { format, strategy, targetRatio: 0.25, originals };
      const made = await palimpsest.compress(messages, options);
      expect(made.report.shortfallTokens ?? 0).toBe(0);
      expect(refusals(made.messages)).toEqual([]);
      const sent = JSON.parse(JSON.stringify(made.messages)) as object[];
      const restored = await originals.restore(sent);
      expect(JSON.stringify(restored.messages)).toBe(JSON.stringify(messages));
    }
  },
);

/** Numbers of tools in each format; a call that a person approves is one more at OpenAI. */
const TOOLS = { 'openai-responses': 6, 'openai-agents': 6, anthropic: 6, gemini: 2 } as const;

test.each(FORMATS)(
  'reduces histories of %s with any one hosted tool to a quarter',
  async (format) => {
    for (let tool = 0; tool < TOOLS[format]; tool += 1) {
      const approval = tool === 5 ? 'granted' : 'not asked';
      for (const messages of conversations(format, { calls: { tool, approval } })) {
        for (const strategy of STRATEGIES) {
          const options = { format, strategy, targetRatio: 0.25 };
          const made = await palimpsest.compress(messages, options);
          expect(made.report.shortfallTokens ?? 0, `${strategy}, tool ${tool}`).toBe(0);
          expect(REFUSALS.get(format)!(made.messages)).toEqual([]);
        }
      }
    }
  },
);

test.each(FORMATS)(
  'encodes unchanged histories of %s with hosted tools as the same objects',
  (name) => {
    const codec = getCodec(name);
    for (const messages of conversations(name)) {
      const encoded = codec.encode(codec.decode(messages));
      expect(encoded).toHaveLength(messages.length);
      for (const [index, message] of encoded.entries()) expect(message).toBe(messages[index]);
    }
  },
);
