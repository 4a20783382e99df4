import { expect, test } from 'vitest';
import {
  checkPrices,
  priceCall,
  PricingError,
  reportedTokens,
} from '../../src/economics/call-cost.ts';
import { PRICES } from '../../src/index.ts';

const TABLES = Object.values(PRICES);

test.each(TABLES)(
  'the price table of $provider is valid, has a date and names its basis',
  (table) => {
    expect(checkPrices(table)).toBe(table);
    expect(PRICES).toHaveProperty(table.provider, table);
    expect(table.asOf).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    expect(table.basis.length).toBeGreaterThan(100);
    expect(JSON.parse(JSON.stringify(table))).toEqual(table);
  },
);

test('prices a call by its cached, written, uncached and output tokens', () => {
  const tokens = { cached: 100_000, written: 10_000, uncached: 2_000, output: 1_000 };
  // 0.05 + 0.0625 + 0.01 + 0.025
  expect(priceCall(PRICES.anthropic, tokens)).toBeCloseTo(0.1475, 12);
  expect(priceCall(PRICES.anthropic, tokens, '1h')).toBeCloseTo(0.185, 12);
  expect(priceCall(PRICES.anthropic, {})).toBe(0);
});

const one = PRICES.openai;
test.each([
  [{ ...one, input: -1 }, 'prices.input'],
  [{ ...one, output: Number.NaN }, 'prices.output'],
  [{ ...one, cachedRead: 3 }, /prices\.cachedRead: expected at most .+, got 3\./],
  [{ ...one, granularityTokens: 0 }, 'prices.granularityTokens'],
  [{ ...one, minimumPrefixTokens: Number.POSITIVE_INFINITY }, 'prices.minimumPrefixTokens'],
  [{ ...one, cacheTtls: [] }, 'prices.cacheTtls'],
  [{ ...one, matching: 'suffix' }, /prices\.matching: expected .+, got "suffix"\./],
  [{ ...one, cacheTtls: [{ name: 'x', milliseconds: -1, write: 2 }] }, 'prices.cacheTtls.x'],
  [{ ...one, cacheTtls: [{ name: 'x', milliseconds: 1, write: 0 }] }, 'prices.cacheTtls.x.write'],
])('prices that cannot be are refused by name %#', (prices, message) => {
  const check = () => checkPrices(prices as typeof one);
  expect(check).toThrow(PricingError);
  expect(check).toThrow(message);
});

test('rejects an unknown cache TTL and names the known ones', () => {
  expect(() => priceCall(PRICES.anthropic, {}, '24h')).toThrow(
    'cacheTtl: expected a cache TTL of the prices: "5m", "1h", got "24h".',
  );
  expect(() => priceCall(PRICES.anthropic, { cached: -1 })).toThrow(PricingError);
});

const prompt = { promptTokens: 10_000, completionTokens: 500, totalTokens: 10_500 };

test.each([
  ['nothing about a cache', {}, { cached: 0, written: 10_000, uncached: 0 }],
  ['cached tokens', { cachedTokens: 8_000 }, { cached: 8_000, written: 2_000, uncached: 0 }],
  [
    'cached and created tokens',
    { cachedTokens: 8_000, cacheCreationTokens: 1_500 },
    { cached: 8_000, written: 1_500, uncached: 500 },
  ],
  [
    "Anthropic's names",
    { cache_read_input_tokens: 8_000, cache_creation_input_tokens: 0 },
    { cached: 8_000, written: 0, uncached: 2_000 },
  ],
  ['missed tokens', { cacheMissTokens: 3_000 }, { cached: 7_000, written: 3_000, uncached: 0 }],
  [
    'a prompt count without the cache, by its total',
    { cachedTokens: 4_000, cacheCreationTokens: 1_000, totalTokens: 15_500 },
    { cached: 4_000, written: 1_000, uncached: 10_000 },
  ],
  [
    'a prompt count without the cache, by its size',
    { cachedTokens: 90_000, cacheCreationTokens: 1_000 },
    { cached: 90_000, written: 1_000, uncached: 10_000 },
  ],
])('a report of %s is read', (_, usage, expected) => {
  expect(reportedTokens({ ...prompt, ...usage }, PRICES.anthropic)).toEqual({
    ...expected,
    output: 500,
  });
});

test('does not count a prompt below the cache minimum as written', () => {
  const usage = { promptTokens: 100, completionTokens: 1, totalTokens: 101 };
  expect(reportedTokens(usage, PRICES.anthropic)).toMatchObject({ written: 0, uncached: 100 });
});
