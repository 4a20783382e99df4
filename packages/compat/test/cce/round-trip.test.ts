import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compress, uncompress, type CompressOptions, type Message } from '../../src/cce.ts';
import { conversations, options } from './conversations.ts';

test('restores what it compressed, key by key, for any ids and options', () => {
  fc.assert(
    fc.property(conversations, options, (messages, chosen) => {
      const before = structuredClone(messages);
      const text = JSON.stringify(messages);
      const { messages: compressed, verbatim } = compress(messages, chosen);
      const restored = uncompress(compressed, verbatim).messages;
      expect(restored).toStrictEqual(before);
      expect(JSON.stringify(restored)).toBe(text);
      expect(messages).toStrictEqual(before);
    }),
    { numRuns: 300 },
  );
});

test('restores messages and originals that were stored as JSON', () => {
  fc.assert(
    fc.property(conversations, options, (messages, chosen) => {
      const text = JSON.stringify(messages);
      const { messages: compressed, verbatim } = compress(JSON.parse(text) as Message[], chosen);
      const stored = JSON.parse(JSON.stringify({ compressed, verbatim })) as {
        compressed: Message[];
        verbatim: Record<string, Message>;
      };
      const restored = uncompress(stored.compressed, stored.verbatim).messages;
      expect(JSON.stringify(restored)).toBe(text);
    }),
    { numRuns: 120 },
  );
});

const rounds = fc.array(fc.record({ added: conversations, chosen: options }), {
  minLength: 2,
  maxLength: 4,
});

test('undoes each of several rounds with its originals, and all rounds with the merged originals', () => {
  fc.assert(
    fc.property(rounds, (steps) => {
      const said: Message[] = [];
      let history: Message[] = [];
      const merged: Record<string, Message> = {};
      for (const { added, chosen } of steps) {
        said.push(...structuredClone(added));
        const input: Message[] = history.concat(added);
        const { messages, verbatim } = compress(input, chosen);
        for (const key of Object.keys(verbatim)) expect(Object.hasOwn(merged, key)).toBe(false);
        expect(uncompress(messages, verbatim).messages).toStrictEqual(input);
        Object.assign(merged, verbatim);
        history = messages;
      }
      expect(uncompress(history, merged, { recursive: true }).messages).toStrictEqual(said);
    }),
    { numRuns: 150 },
  );
});

test('restores messages after a compression with a summarizer', async () => {
  const summarizers: NonNullable<CompressOptions['summarizer']>[] = [
    async (text) => text.slice(0, Math.floor(text.length / 3)),
    () => '',
    () => {
      throw new Error('overloaded');
    },
  ];
  await fc.assert(
    fc.asyncProperty(
      conversations,
      options,
      fc.constantFrom(...summarizers),
      async (messages, chosen, summarizer) => {
        const { messages: compressed, verbatim } = await compress(messages, {
          ...chosen,
          summarizer,
        });
        expect(uncompress(compressed, verbatim).messages).toStrictEqual(messages);
      },
    ),
    { numRuns: 120 },
  );
});
