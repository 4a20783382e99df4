import type { IContent } from '@palimpsest/core-types';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shrinks, watched, type WatchedOptions } from './setup.ts';

/** Words that occur in no name and no number of the telemetry. */
const secret = fc
  .array(fc.constantFrom('zq', 'xj', 'vk', 'qy'), { minLength: 4, maxLength: 8 })
  .map((parts) => parts.join(''));

/** A text with a secret; several long ones exceed the window. */
const said = fc
  .tuple(secret, fc.integer({ min: 0, max: 200 }))
  .map(([word, times]) => `${word} and more. `.repeat(times + 1));

/** A conversation with a secret in every text, id, name and path. */
const conversation = fc.array(
  fc.oneof(
    said.map((text): IContent[] => [{ speaker: 'human', blocks: [{ type: 'text', text }] }]),
    fc
      .record({ id: secret, name: secret, path: secret, text: said })
      .map(({ id, name, path, text }): IContent[] => [
        {
          speaker: 'ai',
          blocks: [
            { type: 'thinking', thought: text },
            { type: 'text', text },
            { type: 'tool_call', id, name, parameters: { path } },
          ],
          metadata: { id: path },
        },
        {
          speaker: 'tool',
          blocks: [{ type: 'tool_response', callId: id, toolName: name, result: text, error: id }],
        },
      ]),
  ),
  { maxLength: 16 },
);

/** Strategies that work, that return a no-op, or that throw; the last two quote the conversation. */
const strategies: Readonly<Record<string, Pick<WatchedOptions, 'compress'>>> = {
  none: {},
  shrinks: { compress: shrinks([{ promptTokens: 9, completionTokens: 1, totalTokens: 10 }]) },
  noop: {
    compress: async ({ history }) => ({
      kind: 'noop',
      reason: `I read: ${JSON.stringify(history)}` as 'no-gain',
      metadata: {
        originalMessageCount: history.length,
        compressedMessageCount: history.length,
        strategyUsed: JSON.stringify(history),
        llmCallMade: false,
      },
    }),
  },
  fails: {
    compress: async ({ history }) => {
      const text = `no: ${JSON.stringify(history)}`;
      throw Object.assign(new Error(text), { name: text, code: text, stack: text, status: 529 });
    },
  },
  throwsText: {
    compress: async ({ history }) => {
      // oxlint-disable-next-line typescript/only-throw-error
      throw JSON.stringify(history);
    },
  },
};

test('records no content of the conversation', async () => {
  await fc.assert(
    fc.asyncProperty(
      conversation,
      conversation,
      fc.constantFrom(...Object.keys(strategies)),
      fc.constantFrom('none', 'top-down-truncation'),
      fc.boolean(),
      async (entries, pending, name, fallback, force) => {
        const made = watched({
          ...strategies[name],
          settings: {
            'context-limit': 8_000,
            maxOutputTokens: 1_000,
            'compression.fallback': fallback,
            'compression.ingestTokens': 100,
          },
          options: {
            saveOriginals: ({ before, by }) => {
              if (by === 'optimize') throw new Error(JSON.stringify(before));
            },
            attempts: { sleep: async () => {} },
          },
        });
        made.history.append(...entries.flat());
        await made.orchestrator.prepare({ pending: pending.flat(), force }).catch(() => {});
        made.orchestrator.report({
          usage: { promptTokens: 50, completionTokens: 5, totalTokens: 55 },
        });
        expect(made.seen.spans()).toHaveLength(1);
        expect(await made.seen.everything()).not.toMatch(/(?:zq|xj|vk|qy){4}/);
        made.stop();
      },
    ),
    { numRuns: 40 },
  );
}, 30_000);
