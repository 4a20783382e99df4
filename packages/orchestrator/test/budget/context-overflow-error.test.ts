import { defined } from '@palimpsest/core-types';
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

const spend = { tokens: 69_980, limit: 63_680, floor: { ...floor, pending: 100_000 } };

test('the error names maxOutputTokens, and advises to lower it where that is enough', () => {
  const error = new ContextOverflowError({ ...spend, maxOutputTokens: 64_000 });
  expect(error.message).toContain(
    'The request needs at least 69980 tokens, 6300 over the limit of 63680 ' +
      '(64000 more are kept free for the output: maxOutputTokens). ',
  );
  expect(error.message).toMatch(
    /: send a shorter message, lower maxOutputTokens, or use a model with a larger context window\.$/,
  );
  expect(error.maxOutputTokens).toBe(64_000);
});

test.each([6_000, 0, undefined])(
  'the error does not advise to lower %s tokens for the output, which is not enough',
  (maxOutputTokens) => {
    const error = new ContextOverflowError({ ...spend, ...defined({ maxOutputTokens }) });
    expect(error.message).not.toContain('lower maxOutputTokens');
  },
);
