import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contextBudget, InvalidContextBudgetError } from '../../src/index.ts';
import { ContextLimitError } from '../../src/budget/budget-errors.ts';
import type { ContextBudgetOptions } from '../../src/budget/context-budget.ts';
import { PalimpsestError, OptionError } from '@palimpsest/core-types';

const share = fc.double({ min: 1e-9, max: 1, noNaN: true });
const tokens = (max: number) => fc.option(fc.integer({ min: 0, max }), { nil: undefined });
const anyOptions = fc.record({
  contextLimit: fc.integer({ min: 8_000, max: 2_000_000 }),
  threshold: share,
  headroom: share,
  maxOutputTokens: tokens(2_000_000),
  overheadTokens: tokens(100_000),
  safetyMargin: tokens(10_000),
  triggerTokens: tokens(2_000_000),
});

function budgetOrRefusal(options: Record<string, number | undefined>) {
  try {
    return contextBudget(JSON.parse(JSON.stringify(options)) as ContextBudgetOptions);
  } catch (error) {
    if (error instanceof InvalidContextBudgetError) return undefined;
    throw error;
  }
}

test('fixed tokens < target < trigger < limit, as whole numbers, for any options that leave room', () => {
  fc.assert(
    fc.property(anyOptions, (options) => {
      const budget = budgetOrRefusal(options);
      if (budget === undefined) return;
      const { limit, trigger, target, overheadTokens } = budget;
      expect([limit, trigger, target].every(Number.isSafeInteger)).toBe(true);
      expect([overheadTokens < target, target < trigger, trigger < limit]).toEqual([
        true,
        true,
        true,
      ]);
      expect(limit).toBeLessThanOrEqual(options.contextLimit);
    }),
    { numRuns: 1_000 },
  );
});

test('a smaller window never has a higher trigger, target or limit', () => {
  fc.assert(
    fc.property(anyOptions, fc.integer({ min: 0, max: 200_000 }), (options, less) => {
      const larger = budgetOrRefusal(options);
      const contextLimit = Math.max(1, options.contextLimit - less);
      const smaller = budgetOrRefusal({ ...options, contextLimit });
      if (larger === undefined || smaller === undefined) return;
      expect(smaller.limit).toBeLessThanOrEqual(larger.limit);
      expect(smaller.trigger).toBeLessThanOrEqual(larger.trigger);
      expect(smaller.target).toBeLessThanOrEqual(larger.target);
    }),
  );
});

test.each([
  [200_000, 8_192, 190_848, 162_220, 97_332],
  [128_000, 8_192, 119_208, 101_326, 60_795],
  [32_000, 3_200, 28_656, 24_357, 14_614],
  [8_000, 800, 7_164, 6_089, 3_653],
])(
  'by default, a window of %i keeps %i tokens free for the output',
  (contextLimit, maxOutputTokens, limit, trigger, target) => {
    const expected = { contextLimit, maxOutputTokens, limit, trigger, target };
    expect(contextBudget({ contextLimit })).toMatchObject(expected);
    // 0.85 of the window, less what is kept free.
    expect(trigger / contextLimit).toBeGreaterThan(0.76);
  },
);

test.each([
  { triggerTokens: 100_000, trigger: 100_000 },
  { triggerTokens: 108_801, trigger: 108_800 },
  { triggerTokens: 10, trigger: 2 + 1_000 },
])('$triggerTokens trigger tokens beside a share of 108,800 make $trigger', (given) => {
  const window = { contextLimit: 128_000, maxOutputTokens: 0, safetyMargin: 0 };
  const { triggerTokens, trigger } = given;
  expect(contextBudget({ ...window, overheadTokens: 1_000, triggerTokens })).toMatchObject({
    trigger,
  });
});

test.each([0, -1, 0.5, Number.NaN, Number.POSITIVE_INFINITY])(
  'a context limit of %s is refused as a range error that says what to do',
  (contextLimit) => {
    const make = () => contextBudget({ contextLimit });
    expect(make).toThrow(ContextLimitError);
    expect(make).toThrow(RangeError);
    expect(make).toThrow(/contextLimit: expected a finite number.+, got .+\. Pass the size/s);
    expect(PalimpsestError.isInstance(new ContextLimitError(contextLimit))).toBe(true);
  },
);

test('the error lists all reserved tokens and the possible changes', () => {
  expect(() =>
    contextBudget({ contextLimit: 8_000, maxOutputTokens: 6_000, overheadTokens: 1_999 }),
  ).toThrow(
    'A context window of 8000 tokens leaves fewer than 3 tokens for the conversation. ' +
      'Reserved: 6000 for the output, 10 for estimation errors, 1999 for system prompt and tools. ' +
      'Lower maxOutputTokens, raise context-limit, or send fewer tools.',
  );
});

test.each([
  { threshold: 0 },
  { triggerTokens: -1 },
  { triggerTokens: Number.NaN },
  { threshold: 1.1 },
  { headroom: Number.NaN },
  { headroom: -0.5 },
  { maxOutputTokens: -1 },
  { overheadTokens: Number.POSITIVE_INFINITY },
  { safetyMargin: Number.NaN },
])('%o is refused by name', (options) => {
  const make = () => contextBudget({ contextLimit: 100_000, ...options });
  expect(make).toThrow(OptionError);
  expect(make).toThrow(Object.keys(options)[0]!);
});
