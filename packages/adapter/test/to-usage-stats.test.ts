import { expect, test } from 'vitest';
import { toUsageStats } from '../src/index.ts';

test('returns the reported counts, and computes the total when it is missing', () => {
  expect(toUsageStats({ prompt: 10 })).toEqual({
    promptTokens: 10,
    completionTokens: 0,
    totalTokens: 10,
  });
  const all = { prompt: 10, completion: 5, total: 17, cached: 4, created: 2, reasoning: 3 };
  expect(toUsageStats(all)).toEqual({
    promptTokens: 10,
    completionTokens: 5,
    totalTokens: 17,
    cachedTokens: 4,
    cacheCreationTokens: 2,
    reasoningTokens: 3,
  });
});

test.each([undefined, null, '10', Number.NaN, -1, 1.5, Infinity, {}])(
  'does not accept %s as a token count',
  (nothing) => {
    expect(toUsageStats({ prompt: nothing, completion: 5 })).toBeUndefined();
    expect(
      toUsageStats({ prompt: 1, completion: nothing, total: nothing, cached: nothing }),
    ).toEqual({
      promptTokens: 1,
      completionTokens: 0,
      totalTokens: 1,
    });
  },
);
