import type { IContent } from '@palimpsest/core-types';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { human } from '../orchestrator/session.ts';
import { eventsOf } from './telemetry.ts';
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

test('records error messages on request, at most 1,000 characters of each', async () => {
  const made = watched({
    settings: { 'compression.fallback': 'none' },
    compress: async () => {
      throw Object.assign(new Error(`no such key: ${'x'.repeat(5_000)}`), { status: 401 });
    },
    instrumenting: () => ({ recordErrorMessages: true }),
  });
  await made.orchestrator.prepare({ force: true });
  made.settings['compression.strategy'] = 'nobody';
  await expect(made.orchestrator.prepare()).rejects.toThrow('nobody');
  const [failed, threw] = made.seen.spans();
  const messages = eventsOf(failed).map(([, facts]) => Reflect.get(facts, 'exception.message'));
  expect(messages).toEqual(Array(2).fill(`no such key: ${'x'.repeat(1_000 - 13)}`));
  expect(threw!.status.message).toMatch(/^Unknown compression strategy: "nobody"/);
  expect(eventsOf(threw)).toEqual([
    [
      'exception',
      { 'exception.type': 'UnknownStrategyError', 'exception.message': threw!.status.message },
    ],
  ]);
});

test('records `_OTHER` as the type of an error whose name cannot be read', async () => {
  const hostile = Object.defineProperties(new Error('no'), {
    name: {
      get: () => {
        throw new Error('not for you');
      },
    },
    code: { value: 'a text, not a code' },
    status: { value: Number.NaN },
  });
  const made = watched({ options: { estimateTokens: () => Promise.reject(hostile) } });
  made.history.append(human('Fix it.'));
  await expect(made.orchestrator.prepare()).rejects.toBe(hostile);
  const [span] = made.seen.spans();
  expect(span!.attributes).toMatchObject({ 'error.type': '_OTHER' });
  expect(span!.attributes).not.toHaveProperty('palimpsest.error.code');
});

test('limits the recorded model name to 128 characters', async () => {
  const made = watched();
  await made.orchestrator.prepare({ model: 'large'.repeat(100) });
  const { attributes } = made.seen.spans()[0]!;
  expect(attributes['gen_ai.request.model']).toBe('large'.repeat(100).slice(0, 128));
});
