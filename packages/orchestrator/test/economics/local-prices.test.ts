import { expect, test } from 'vitest';
import { localPrices, priceCall } from '../../src/index.ts';

test('a call of a local model costs the seconds that it reads and writes', () => {
  const prices = localPrices({ prefillTokensPerSecond: 500, decodeTokensPerSecond: 20 });
  const tokens = { cached: 50_000, written: 4_000, uncached: 1_000, output: 300 };
  expect(priceCall(prices, tokens)).toBeCloseTo(8 + 2 + 15, 9);
  const readingOnly = localPrices({ prefillTokensPerSecond: 500 });
  expect(priceCall(readingOnly, tokens)).toBeCloseTo(10, 9);
});

test.each([
  [{ prefillTokensPerSecond: 0 }, /^prefillTokensPerSecond: expected a finite number/],
  [{ prefillTokensPerSecond: Number.NaN }, /^prefillTokensPerSecond/],
  [{ prefillTokensPerSecond: 500, decodeTokensPerSecond: -1 }, /^decodeTokensPerSecond/],
  [{ prefillTokensPerSecond: 500, keepMs: -1 }, /^prices\.cacheTtls\.loaded\.milliseconds/],
])('rejects %j', (speed, message) => {
  expect(() => localPrices(speed)).toThrow(message);
});
