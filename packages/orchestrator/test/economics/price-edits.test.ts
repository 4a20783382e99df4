import fc from 'fast-check';
import { expect, test } from 'vitest';
import { priceCall, PricingError } from '../../src/economics/call-cost.ts';
import { priceEdits, PRICES } from '../../src/index.ts';
import type { EditPricing } from '../../src/economics/price-edits.ts';

const MINUTE = 60_000;

/** Removal of 4,800 tokens from a request of 481,600, at the prices of Claude Opus 5. */
const prune: EditPricing = {
  prices: PRICES.anthropic,
  prefixTokens: 200_000,
  suffixTokensBefore: 281_600,
  suffixTokensAfter: 276_800,
  freshTokens: 1_600,
  expectedCalls: 20,
  msSinceLastCall: 10_000,
};

test('a small removal raises the cost of a call from $0.25 to $1.83 and is not worthwhile', () => {
  const untouched = { cached: 480_000, written: 1_600 };
  const pruned = { cached: 200_000, written: 276_800 };
  expect(priceCall(PRICES.anthropic, untouched)).toBeCloseTo(0.25, 10);
  expect(priceCall(PRICES.anthropic, pruned)).toBeCloseTo(1.83, 10);

  const price = priceEdits({ ...prune, expectedCalls: 1 });
  expect(price.net).toBeCloseTo(0.25 - 1.83, 10);
  // 275,200 cached tokens are written for 6.25 instead of read for 0.50.
  expect(price.cost).toBeCloseTo(1.5824, 10);
  // 4,800 tokens are no longer read.
  expect(price.saving).toBeCloseTo(0.0024, 10);
  expect(price).toMatchObject({ worthwhile: false, reasons: ['rewrites-cached-suffix'] });
});

test('breaks even when the calls exceed cost / saving: 1.5824 / 0.0024 = 659.3', () => {
  expect(priceEdits(prune).breakEvenCalls).toBe(660);
  expect(priceEdits({ ...prune, expectedCalls: 659 }).worthwhile).toBe(false);
  expect(priceEdits({ ...prune, expectedCalls: 660 }).worthwhile).toBe(true);
});

test('breaks even when the calls exceed 11.5 × suffix / saved tokens, at 1.25 to write and 0.1 to read', () => {
  const suffix = 20_000;
  const saved = 10_000;
  const price = priceEdits({
    ...prune,
    freshTokens: 0,
    suffixTokensBefore: suffix + saved,
    suffixTokensAfter: suffix,
  });
  expect((11.5 * suffix) / saved).toBe(23);
  expect(price.breakEvenCalls).toBe(24);
});

test('the same removal costs nothing once the cache is cold', () => {
  const price = priceEdits({ ...prune, msSinceLastCall: 5 * MINUTE });
  expect(price).toMatchObject({ cost: 0, worthwhile: true, breakEvenCalls: 1 });
  expect(price.reasons).toEqual(['cache-cold']);
  // 4,800 tokens: written once, then read 19 times.
  expect(price.net).toBeCloseTo((4_800 * 6.25 + 4_800 * 0.5 * 19) / 1e6, 10);
});

test('with a cache TTL of one hour, the cache stays warm and writes cost twice the input price', () => {
  const price = priceEdits({ ...prune, msSinceLastCall: 5 * MINUTE, cacheTtl: '1h' });
  expect(price.cost).toBeCloseTo((275_200 * (10 - 0.5)) / 1e6, 10);
});

test('edits before the first call cost nothing, because nothing is cached', () => {
  const { msSinceLastCall: _, ...first } = prune;
  expect(priceEdits(first)).toMatchObject({ cost: 0, reasons: ['cache-cold'] });
});

test('when later calls come after the cache TTL, each saves at the write price', () => {
  const price = priceEdits({ ...prune, expectedMsBetweenCalls: 10 * MINUTE });
  expect(price.net).toBeCloseTo(0.25 - 1.83 + (19 * 4_800 * 6.25) / 1e6, 10);
});

test('reducing content that was never sent costs nothing', () => {
  const price = priceEdits({
    ...prune,
    prefixTokens: 100_000,
    suffixTokensBefore: 30_000,
    suffixTokensAfter: 2_000,
    freshTokens: 30_000,
    expectedCalls: 1,
  });
  expect(price).toMatchObject({ cost: 0, worthwhile: true, reasons: ['keeps-what-is-cached'] });
  expect(price.net).toBeCloseTo((28_000 * 6.25) / 1e6, 10);
});

test('below the minimum prefix length, nothing is cached and edits cost nothing', () => {
  const price = priceEdits({
    ...prune,
    prefixTokens: 100,
    suffixTokensBefore: 300,
    suffixTokensAfter: 200,
    freshTokens: 0,
    expectedCalls: 3,
  });
  expect(price).toMatchObject({ cost: 0, worthwhile: true, reasons: ['too-short-to-cache'] });
  expect(price.net).toBeCloseTo((3 * 100 * 5) / 1e6, 12);
});

test('a request reduced below the minimum is paid in full, which can cost more than it saves', () => {
  const price = priceEdits({
    ...prune,
    prices: PRICES.gemini,
    prefixTokens: 1_000,
    suffixTokensBefore: 5_000,
    suffixTokensAfter: 3_000,
    freshTokens: 0,
  });
  expect(price.reasons).toContain('falls-below-minimum');
  // Twenty calls of 4,000 tokens at 2.00 instead of 6,000 at 0.20.
  expect(price.net).toBeCloseTo((20 * (6_000 * 0.2 - 4_000 * 2)) / 1e6, 12);
  expect(price).not.toHaveProperty('breakEvenCalls');
});

test('a request is cached once it grows past the minimum', () => {
  const price = priceEdits({
    ...prune,
    prices: PRICES.gemini,
    prefixTokens: 1_000,
    suffixTokensBefore: 5_000,
    suffixTokensAfter: 2_000,
    freshTokens: 0,
    expectedCalls: 4,
    growthPerCall: 1_000,
  });
  // Unedited: 6,000 read; then 6,000, 7,000 and 8,000 read, and 1,000 written each time.
  const unedited = 27_000 * 0.2 + 3_000 * 2;
  // Edited: 3,000 and 4,000 are too short; 5,000 are written; then 5,000 are read and 1,000 written.
  const edited = (3_000 + 4_000) * 2 + 5_000 * 2 + 5_000 * 0.2 + 1_000 * 2;
  expect(price.net).toBeCloseTo((unedited - edited) / 1e6, 12);
});

test('counts bound reasoning as removed, and the share that is generated again as output', () => {
  const bound = priceEdits({ ...prune, boundThinkingTokens: 10_000 });
  expect(bound.reasons).toContain('drops-bound-thinking');
  expect(bound.net).toBeCloseTo(priceEdits({ ...prune, suffixTokensAfter: 266_800 }).net, 10);
  const again = priceEdits({ ...prune, boundThinkingTokens: 10_000, regeneratedShare: 0.5 });
  // 5,000 output tokens at 25.00 per million.
  expect(bound.net - again.net).toBeCloseTo(0.125, 10);
});

test('adds the cost of making the edits, also when the cache is cold', () => {
  const cold = { ...prune, msSinceLastCall: 5 * MINUTE };
  const price = priceEdits({ ...cold, compressionCost: 0.5 });
  expect(price.cost).toBe(0.5);
  expect(price.net).toBeCloseTo(priceEdits(cold).net - 0.5, 12);
});

test('counts a prefix that is not in the cache as written again', () => {
  const lost = priceEdits({ ...prune, cachedPrefixTokens: 0 });
  expect(priceEdits(prune).net - lost.net).toBeCloseTo((200_000 * (6.25 - 0.5)) / 1e6, 10);
});

test('reports `nothing-saved` for edits that save no tokens', () => {
  const price = priceEdits({ ...prune, suffixTokensAfter: prune.suffixTokensBefore });
  expect(price.worthwhile).toBe(false);
  expect(price.reasons).toContain('nothing-saved');
});

test.each([
  { expectedCalls: -1 },
  { prefixTokens: Number.NaN },
  { msSinceLastCall: -5 },
  { boundThinkingTokens: 300_000 },
  { cacheTtl: '24h' },
])('%o is refused by name', (wrong) => {
  expect(() => priceEdits({ ...prune, ...wrong })).toThrow(PricingError);
  expect(() => priceEdits({ ...prune, ...wrong })).toThrow(Object.keys(wrong)[0]!);
});

const size = fc.integer({ min: 0, max: 300_000 });
const anyPricing: fc.Arbitrary<EditPricing> = fc
  .record({
    prices: fc.constantFrom(...Object.values(PRICES)),
    prefixTokens: size,
    suffixTokensBefore: size,
    suffixTokensAfter: size,
    freshTokens: size,
    expectedCalls: fc.double({ min: 1, max: 500, noNaN: true }),
    msSinceLastCall: fc.integer({ min: 0, max: 20 * MINUTE }),
    expectedMsBetweenCalls: fc.integer({ min: 0, max: 20 * MINUTE }),
    growthPerCall: fc.integer({ min: 0, max: 5_000 }),
  })
  .map((pricing) => ({
    ...pricing,
    freshTokens: Math.min(pricing.freshTokens, pricing.suffixTokensAfter),
  }));

test('more expected calls never lower the net gain of worthwhile edits that leave a cacheable request', () => {
  fc.assert(
    fc.property(anyPricing, fc.double({ min: 0, max: 500, noNaN: true }), (pricing, more) => {
      fc.pre(
        pricing.prefixTokens + pricing.suffixTokensAfter >= pricing.prices.minimumPrefixTokens,
      );
      fc.pre(priceEdits(pricing).worthwhile);
      const longer = { ...pricing, expectedCalls: pricing.expectedCalls + more };
      expect(priceEdits(longer).net).toBeGreaterThanOrEqual(priceEdits(pricing).net - 1e-9);
    }),
  );
});

test('edits on a cold cache cost nothing, and never more than on a warm one', () => {
  fc.assert(
    fc.property(anyPricing, (pricing) => {
      const cold = priceEdits({ ...pricing, msSinceLastCall: 24 * 60 * MINUTE });
      expect(cold.cost).toBe(0);
      expect(priceEdits({ ...pricing, msSinceLastCall: 0 }).cost).toBeGreaterThanOrEqual(cold.cost);
    }),
  );
});

test('net is saving minus cost, and edits are worthwhile if net is above 0', () => {
  fc.assert(
    fc.property(anyPricing, (pricing) => {
      const { saving, cost, net, worthwhile } = priceEdits(pricing);
      expect(saving - cost).toBeCloseTo(net, 8);
      expect(worthwhile).toBe(net > 0);
    }),
  );
});
