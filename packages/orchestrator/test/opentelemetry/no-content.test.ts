import type { IContent } from '@palimpsest/core-types';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { human } from '../orchestrator/session.ts';
import { eventsOf } from './telemetry.ts';
import { shrinks, watched, type WatchedOptions } from './setup.ts';

/** Words that nothing else says: not in a name, nor in a figure. */
const secret = fc
  .array(fc.constantFrom('zq', 'xj', 'vk', 'qy'), { minLength: 4, maxLength: 8 })
  .map((parts) => parts.join(''));

/** A text with a secret in it, long enough that a few are too many. */
const said = fc
  .tuple(secret, fc.integer({ min: 0, max: 200 }))
  .map(([word, times]) => `${word} and more. `.repeat(times + 1));

/** A conversation in which everything that can say something does. */
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

/** What a strategy does: it works, has nothing to do and says why in its own words, or fails and quotes. */
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

test('nothing that is said in a conversation is recorded', async () => {
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

test('what errors say is recorded where that is asked for, and not more than 1,000 characters of it', async () => {
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

test('an error that cannot be looked at is an error all the same', async () => {
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

test('names are bounded', async () => {
  const made = watched();
  await made.orchestrator.prepare({ model: 'large'.repeat(100) });
  const { attributes } = made.seen.spans()[0]!;
  expect(attributes['gen_ai.request.model']).toBe('large'.repeat(100).slice(0, 128));
});
