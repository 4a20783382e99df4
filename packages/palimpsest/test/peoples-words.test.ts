import type { IContent } from '@palimpsest/core-types';
import { expect, test } from 'vitest';
import { compress } from '../src/index.ts';

const DEMAND = 'Never push to main, and do not change the tests.';

const messages = [
  { role: 'user', content: `Fix the harbour service. ${DEMAND}` },
  ...Array.from({ length: 12 }, (_, at) => [
    { role: 'assistant', content: `I looked at gate ${at}. ${`It opens at ${at}. `.repeat(20)}` },
    { role: 'user', content: `And gate ${at + 1}? ${`It was slow on day ${at}. `.repeat(20)}` },
  ]).flat(),
];

const holds = (value: object): boolean => JSON.stringify(value).includes('I looked at gate 2.');

const WITHOUT_MODEL = ['salience', 'high-density', 'extractive', 'top-down-truncation'] as const;

test.each(WITHOUT_MODEL)('%s keeps the directives of a user word for word', async (strategy) => {
  const { messages: after, report } = await compress(messages, { strategy, targetRatio: 0.3 });
  expect(report.kind).toBe('applied');
  expect(JSON.stringify(after)).toContain(DEMAND);
});

test('compression.pinDirectives: false allows directives to be removed', async () => {
  const settings = { 'compression.pinDirectives': false };
  const options = { strategy: 'top-down-truncation', targetRatio: 0.3, settings };
  const { messages: after } = await compress(messages, options);
  expect(JSON.stringify(after)).not.toContain(DEMAND);
});

test.each(WITHOUT_MODEL)('%s keeps a pinned message unchanged', async (strategy) => {
  const pinned = messages.find((message) => holds(message));
  const options = { strategy, targetRatio: 0.3 };
  const { messages: after } = await compress(messages, {
    ...options,
    pinned: ({ blocks }) => holds(blocks),
  });
  expect(after).toContainEqual(pinned);
  // JavaScript callers may return any value.
  const truthy = {
    ...options,
    pinned: ({ blocks }: IContent) => (holds(blocks) ? 'yes' : undefined),
  };
  expect((await compress(messages, truthy as typeof options)).messages).toEqual(after);
});

test('counts pinned messages as irreducible when the target is missed', async () => {
  const { report } = await compress(messages, { targetTokens: 10, pinned: () => true });
  expect(report.irreducible?.pinned).toBeGreaterThan(1_000);
});
