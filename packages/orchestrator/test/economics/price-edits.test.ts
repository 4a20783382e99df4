import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createPrefixCache, type CountedEntry } from '../../../../bench/src/replay/prefix-cache.ts';
import { priceEdits, type EditedRequest } from '../../src/economics/price-edits.ts';
import { PRICES } from '../../src/index.ts';

const MINUTE = 60_000;

interface Session {
  readonly provider: keyof typeof PRICES;
  readonly edits: EditedRequest;
  /** Time from the call before the edits to the call with them, in ms. */
  readonly pause: number;
  /** Time between later calls, in ms. */
  readonly gap: number;
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
function simulate({ provider, edits, pause, gap, calls }: Session, isEdited: boolean): number {
  const { prefixTokens, suffixTokensBefore, suffixTokensAfter, freshTokens } = edits;
  const prefix = entry('prefix', prefixTokens);
  const suffix = entry('suffix', suffixTokensBefore - freshTokens);
  const left = isEdited ? entry('edited', suffixTokensAfter - freshTokens) : suffix;
  const history = [prefix, left, entry('fresh', freshTokens)];
  const requests = Array.from({ length: calls }, (_, index) => ({
    at: pause + index * gap,
    entries: history,
  }));
  const earlier = { at: 0, entries: [prefix, suffix], breakpoints: [1] };
  const cache = createPrefixCache(PRICES[provider]);
  cache.call(earlier);
  return requests.reduce((sum, request) => sum + cache.call(request).cost, 0);
}

test('the predicted net gain equals the difference in the bill of a simulated session', () => {
  fc.assert(
    fc.property(anySession, (session) => {
      const { net } = priceEdits(session.edits, {
        prices: PRICES[session.provider],
        msSinceLast: session.pause,
        msBetween: session.gap,
        count: session.calls,
      });
      expect(net).toBeCloseTo(simulate(session, false) - simulate(session, true), 9);
    }),
    { numRuns: 1_000 },
  );
});
