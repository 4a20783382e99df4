import { resolveTargetTokens } from '../../src/history/index.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';

interface Given {
  readonly targetTokens?: number;
  readonly triggerTokens?: number;
  readonly maxOutputTokens?: number;
  readonly threshold?: number;
  readonly limit?: number;
  readonly headroom?: number;
}

function target({ threshold, limit, headroom, ...context }: Given): number {
  return resolveTargetTokens({
    ...context,
    runtimeContext: {
      ephemerals: {
        compressionThreshold: () => threshold,
        contextLimit: () => limit,
        densityCompressHeadroom: () => headroom,
      },
    },
  });
}

test.each<[string, Given, number]>([
  ['threshold × limit × 0.6', { threshold: 0.85, limit: 128_000 }, 65_280],
  ['the defaults 0.85 × 200,000 × 0.6', {}, 102_000],
  ['the headroom of the settings', { threshold: 0.85, limit: 128_000, headroom: 0.5 }, 54_400],
  ['the trigger point where it is given', { triggerTokens: 50_000, limit: 128_000 }, 30_000],
  [
    'what the answer needs, taken from the limit',
    { limit: 128_000, maxOutputTokens: 28_000 },
    51_000,
  ],
  ['an explicit target as it is', { targetTokens: 12_345, triggerTokens: 5 }, 12_345],
  [
    'below the trigger when headroom and threshold are 1',
    { threshold: 1, limit: 1_000, headroom: 1 },
    999,
  ],
  ['below a trigger that is no whole number', { triggerTokens: 10.5, headroom: 1 }, 10],
  [
    'nothing below 0 when the answer needs more than there is',
    { limit: 1_000, maxOutputTokens: 2_000 },
    0,
  ],
])('the target is %s', (_, given, expected) => {
  expect(target(given)).toBe(expected);
});

test('the target is a whole number below the trigger, for every context window', () => {
  const share = fc.double({ min: 0, max: 1, minExcluded: true, noNaN: true });
  fc.assert(
    fc.property(
      share,
      share,
      fc.integer({ min: 8_000, max: 1_000_000 }),
      fc.nat(100_000),
      (threshold, headroom, limit, maxOutputTokens) => {
        const tokens = target({ threshold, headroom, limit, maxOutputTokens });
        const trigger = threshold * (limit - maxOutputTokens);
        expect(Number.isInteger(tokens)).toBe(true);
        expect(tokens).toBeGreaterThanOrEqual(0);
        expect(tokens < trigger || trigger <= 0).toBe(true);
      },
    ),
  );
});
