import { expect, test } from 'vitest';
import { sumUsage } from '../../src/strategy/build-result.ts';

const usage = { promptTokens: 5, completionTokens: 2, totalTokens: 7 };

test('adds the usage of several calls, field by field', () => {
  expect(sumUsage([{ usage }, { usage: { ...usage, cachedTokens: 3 } }, {}])).toEqual({
    promptTokens: 10,
    completionTokens: 4,
    totalTokens: 14,
    cachedTokens: 3,
  });
  expect(
    sumUsage([{ usage: { ...usage, cachedTokens: 3 } }, { usage: { ...usage, cachedTokens: 4 } }]),
  ).toMatchObject({ cachedTokens: 7 });
});
