import { expect, test } from 'vitest';
import { ContextOverflowError } from '../../src/index.ts';

const floor = { system: 1_200, pinned: 300, tail: 90_000, tools: 4_000, pending: 500 };

test('the error lists all irreducible tokens and advises on the largest part', () => {
  const cause = new Error('no summary');
  const error = new ContextOverflowError({ tokens: 96_000, limit: 80_000, floor, cause });
  expect(error.message).toBe(
    'The request needs at least 96000 tokens, 16000 over the limit of 80000. ' +
      'Irreducible: system 1200, pinned 300, tail 90000, tools 4000, pending 500. ' +
      'Largest part is tail: shorten the newest messages or tool results, or preserve fewer of them, ' +
      'or use a model with a larger context window.',
  );
  expect(error).toMatchObject({
    code: 'CONTEXT_OVERFLOW',
    tokens: 96_000,
    limit: 80_000,
    floor,
    cause,
  });
});

test.each([
  ['system', 'shorten the system prompt'],
  ['pinned', 'pin fewer entries'],
  ['tools', 'offer fewer tools'],
  ['pending', 'send a shorter message'],
])('where most is %s, the advice is to %s', (part, advice) => {
  const error = new ContextOverflowError({
    tokens: 200_000,
    limit: 80_000,
    floor: { ...floor, [part]: 100_000 },
  });
  expect(error.message).toContain(advice);
});
