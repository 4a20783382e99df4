import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TargetQuestion } from '../../src/economics/choose-target.ts';
import { chooseTarget, localPrices, PRICES } from '../../src/index.ts';

const TABLES = [...Object.values(PRICES), localPrices({ prefillTokensPerSecond: 800 })];

const LONG: TargetQuestion = {
  prices: PRICES.anthropic,
  tokens: 80_000,
  prefixTokens: 10_000,
  trigger: 80_000,
  growthPerCall: 1_000,
  expectedCalls: 60,
  candidates: [50_000, 38_000, 27_500, 20_500],
};

test('adds up the bill of a target by hand', () => {
  const { bill, summaryBill } = chooseTarget({
    ...LONG,
    prices: {
      ...PRICES.gemini,
      input: 2,
      cachedRead: 1,
      cacheTtls: [{ name: 'x', milliseconds: 1, write: 2 }],
    },
    candidates: [40_000],
    expectedCalls: 10,
    growthPerCall: 0,
    recallsPerCall: 0.1,
    recallTokens: 500,
  });
  // In the first call, 30,000 tokens are written and 10,000 read; the nine others read 40,000. 40,000 of 70,000 tokens are removed.
  expect(bill.firstWrite).toBeCloseTo(0.06, 9);
  expect(bill.rewrites).toBe(0);
  expect(bill.calls).toBeCloseTo(0.01 + 9 * 0.04, 9);
  expect(bill.recalls).toBeCloseTo((10 * 0.1 * 4 * (0.04 + 0.001)) / 7, 9);
  expect(bill.total).toBeCloseTo(bill.firstWrite + bill.calls + bill.recalls, 9);
  // Its call reads 80,000 tokens and writes 8,000.
  expect(summaryBill.summaries).toBeCloseTo(0.08 + 8_000 * 12e-6, 9);
  expect(summaryBill.recalls).toBe(0);
});

test('no candidate is cheaper than the chosen one, with any prices', () => {
  const question = fc.record({
    prices: fc.constantFrom(...TABLES),
    tokens: fc.integer({ min: 1_000, max: 900_000 }),
    prefixTokens: fc.integer({ min: 0, max: 60_000 }),
    trigger: fc.integer({ min: 1_000, max: 900_000 }),
    growthPerCall: fc.integer({ min: 0, max: 50_000 }),
    expectedCalls: fc.integer({ min: 1, max: 400 }),
    candidates: fc.array(fc.integer({ min: 0, max: 900_000 }), { minLength: 1, maxLength: 6 }),
  });
  fc.assert(
    fc.property(question, (asked) => {
      const { target, bill } = chooseTarget(asked);
      expect(asked.candidates).toContain(target);
      const { firstWrite, rewrites, calls, recalls, summaries, total } = bill;
      expect(firstWrite + rewrites + calls + recalls + summaries).toBeCloseTo(total, 6);
      for (const candidate of asked.candidates) {
        const alone = chooseTarget({ ...asked, candidates: [candidate] });
        expect(bill.total).toBeLessThanOrEqual(alone.bill.total);
      }
    }),
  );
});

test('leaves little where a session goes on for long, and much where recalls are frequent', () => {
  expect(chooseTarget(LONG).target).toBe(20_500);
  expect(chooseTarget({ ...LONG, recallsPerCall: 2 }).target).toBe(50_000);
});

test('of equally cheap targets the largest stays', () => {
  const free = {
    ...PRICES.gemini,
    input: 0,
    cachedRead: 0,
    cacheTtls: [{ name: 'x', milliseconds: 1, write: 0 }],
  } as const;
  expect(chooseTarget({ ...LONG, prices: free, candidates: [20_000, 50_000, 30_000] }).target).toBe(
    50_000,
  );
});

test.each([
  [{ candidates: [] }, /^candidates: expected at least one target/],
  [{ tokens: -1 }, /^tokens/],
  [{ expectedCalls: Number.NaN }, /^expectedCalls/],
])('rejects %j', (wrong, message) => {
  expect(() => chooseTarget({ ...LONG, ...wrong })).toThrow(message);
});
