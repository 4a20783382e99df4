import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  simulatePrefixCache,
  type CountedEntry,
} from '../../../../bench/src/replay/prefix-cache.ts';
import { priceEdits, PRICES } from '../../src/index.ts';
import type { EditedRequest } from '../../src/economics/price-edits.ts';

const MINUTE = 60_000;

interface Session {
  readonly provider: keyof typeof PRICES;
  readonly edits: Required<
    Pick<EditedRequest, 'prefixTokens' | 'suffixTokensBefore' | 'suffixTokensAfter' | 'freshTokens'>
  >;
  /** Time from the call before the edits to the call with them, in ms. */
  readonly pause: number;
  /** Time between later calls, in ms. */
  readonly gap: number;
  readonly growth: number;
  readonly calls: number;
}

const size = fc.integer({ min: 0, max: 20_000 });
const anySession: fc.Arbitrary<Session> = fc
  .record({
    provider: fc.constantFrom('anthropic', 'openai', 'gemini', 'deepseek'),
    prefixTokens: size,
    keptTokens: size,
    savedTokens: size,
    freshTokens: size,
    pause: fc.integer({ min: 0, max: 60 * MINUTE }),
    gap: fc.integer({ min: 0, max: 60 * MINUTE }),
    growth: fc.integer({ min: 0, max: 3_000 }),
    calls: fc.integer({ min: 1, max: 12 }),
  })
  .map(({ prefixTokens, keptTokens, savedTokens, freshTokens, ...rest }) => ({
    ...rest,
    edits: {
      prefixTokens,
      suffixTokensBefore: savedTokens + keptTokens + freshTokens,
      suffixTokensAfter: keptTokens + freshTokens,
      freshTokens,
    },
  }));

const entry = (digest: string, tokens: number): CountedEntry => ({ digest, tokens });

/** Returns the cost of all calls from the edits on, with or without the edits. */
function simulate(
  { provider, edits, pause, gap, growth, calls }: Session,
  isEdited: boolean,
): number {
  const { prefixTokens, suffixTokensBefore, suffixTokensAfter, freshTokens } = edits;
  const prefix = entry('prefix', prefixTokens);
  const suffix = entry('suffix', suffixTokensBefore - freshTokens);
  const left = isEdited ? entry('edited', suffixTokensAfter - freshTokens) : suffix;
  const grown = Array.from({ length: calls - 1 }, (_, index) => entry(`grown ${index}`, growth));
  const history = [prefix, left, entry('fresh', freshTokens), ...grown];
  const requests = Array.from({ length: calls }, (_, index) => ({
    at: pause + index * gap,
    entries: history.slice(0, 3 + index),
  }));
  const earlier = { at: 0, entries: [prefix, suffix], breakpoints: [1] };
  const bill = simulatePrefixCache([earlier, ...requests], { prices: PRICES[provider] });
  return bill.calls.slice(1).reduce((sum, { cost }) => sum + cost, 0);
}

test('the predicted net gain equals the difference in the bill of a simulated session', () => {
  fc.assert(
    fc.property(anySession, (session) => {
      const { net } = priceEdits({
        ...session.edits,
        prices: PRICES[session.provider],
        msSinceLastCall: session.pause,
        expectedMsBetweenCalls: session.gap,
        growthPerCall: session.growth,
        expectedCalls: session.calls,
      });
      expect(net).toBeCloseTo(simulate(session, false) - simulate(session, true), 9);
    }),
    { numRuns: 1_000 },
  );
});
