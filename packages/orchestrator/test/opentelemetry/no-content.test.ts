import type { IContent } from '@palimpsest/core-types';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Answer } from '../orchestrator/scripted.ts';
import { shrinks, watched } from './setup.ts';

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

/** Strategies that work, that return a no-op, or that throw; the last three quote the conversation. */
const STRATEGIES: readonly (Answer | undefined)[] = [
  undefined,
  shrinks({ promptTokens: 9, completionTokens: 1, totalTokens: 10 }),
  async ({ history }) => ({
    kind: 'noop',
    reason: `I read: ${JSON.stringify(history)}`,
    metadata: {
      originalMessageCount: history.length,
      compressedMessageCount: history.length,
      strategyUsed: JSON.stringify(history),
      llmCallMade: false,
    },
  }),
  async ({ history }) => {
    const text = `no: ${JSON.stringify(history)}`;
    throw Object.assign(new Error(text), { name: text, code: text, stack: text, status: 529 });
  },
  async ({ history }) => {
    throw JSON.stringify(history);
  },
];

test('records no content of the conversation', async () => {
  await fc.assert(
    fc.asyncProperty(
      conversation,
      conversation,
      fc.constantFrom(...STRATEGIES),
      fc.constantFrom('none', 'top-down-truncation'),
      fc.boolean(),
      async (entries, pending, compress, fallback, force) => {
        const made = watched({
          ...(compress && { compress }),
          settings: {
            'context-limit': 8_000,
            maxOutputTokens: 1_000,
            'compression.fallback': fallback,
            'compression.ingestTokens': 100,
          },
          saveOriginals: ({ before, by }) => {
            if (by === 'optimize') throw new Error(JSON.stringify(before));
          },
        });
        made.history.append(...entries.flat());
        await made.orchestrator.prepare({ pending: pending.flat(), force }).catch(() => {});
        made.orchestrator.report({
          usage: { promptTokens: 50, completionTokens: 5, totalTokens: 55 },
        });
        expect(made.spans()).toHaveLength(1);
        const spans = made
          .spans()
          .map(({ name, attributes, events, status }) => [name, attributes, events, status]);
        const recorded = JSON.stringify([spans, await made.metrics()]);
        expect(recorded).not.toMatch(/(?:zq|xj|vk|qy){4}/);
        made.stop();
      },
    ),
    { numRuns: 40 },
  );
}, 30_000);
