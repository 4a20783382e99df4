import { expect, test } from 'vitest';
import {
  DEFAULT_COMPLETION_BUDGET,
  DEFAULT_COMPLETION_FRACTION,
  getCompletionBudget,
  InvalidContextBudgetError,
} from '../../src/index.ts';

test('defaults to 65,536 tokens, and to at most half of the window', () => {
  expect(DEFAULT_COMPLETION_BUDGET).toBe(65_536);
  expect(DEFAULT_COMPLETION_FRACTION).toBe(0.5);
  expect(getCompletionBudget(200_000)).toBe(65_536);
  expect(getCompletionBudget(131_072)).toBe(65_536);
  expect(getCompletionBudget(100_001)).toBe(50_000);
  expect(getCompletionBudget(8_000)).toBe(4_000);
});

test('uses the first source that specifies a budget', () => {
  expect(getCompletionBudget(200_000, 8_000, 4_000)).toBe(8_000);
  expect(getCompletionBudget(200_000, undefined, null, {}, { max_tokens: 4_000 })).toBe(4_000);
  expect(getCompletionBudget(200_000, { max_tokens: 1, maxOutputTokens: 2_000 })).toBe(2_000);
  expect(getCompletionBudget(200_000, { maxTokens: 3_000 })).toBe(3_000);
  expect(getCompletionBudget(200_000, { max_output_tokens: '5000' })).toBe(5_000);
});

test.each([0, -5, Number.NaN, '', 'many', { maxOutputTokens: 0 }])('%o says nothing', (nothing) => {
  expect(getCompletionBudget(200_000, nothing, 7_000)).toBe(7_000);
});

const asLargeAsTheWindow = () => getCompletionBudget(65_536, { maxOutputTokens: 65_536 });

test('rejects an explicit budget as large as the window, with both numbers', () => {
  expect(asLargeAsTheWindow).toThrow(InvalidContextBudgetError);
  expect(asLargeAsTheWindow).toThrow(
    expect.objectContaining({
      code: 'INVALID_CONTEXT_BUDGET',
      configuredBudget: 65_536,
      contextLimit: 65_536,
    }),
  );
});

test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])(
  'a limit of %s is a range error',
  (limit) => {
    expect(() => getCompletionBudget(limit)).toThrow(RangeError);
  },
);
