import { expect, test } from 'vitest';
import { PRICES, type CachePrices } from '@palimpsest/orchestrator';
import { createPrefixCache, type CountedEntry } from '../src/replay/prefix-cache.ts';

type Request = Parameters<ReturnType<typeof createPrefixCache>['call']>[0];

const entry = (digest: string, tokens: number): CountedEntry => ({ digest, tokens });
const system = entry('system', 4_000);
const question = entry('question', 2_000);
const answer = entry('answer', 1_000);

function tokensOf(prices: CachePrices, ...requests: Request[]) {
  const cache = createPrefixCache(prices);
  return requests.map((request) => {
    const { tokens, entriesFound } = cache.call(request);
    const { cached, written, uncached } = tokens;
    return { entriesFound, cached, written, uncached };
  });
}

test('finds only prefixes that ended a request or have a breakpoint, when whole requests are cached', () => {
  const changed = entry('question, shorter', 1_000);
  const before = { at: 0, entries: [system, answer, question] };
  const after = { at: 1, entries: [system, answer, changed] };
  expect(tokensOf(PRICES.anthropic, before, after)[1]).toMatchObject({ cached: 0 });
  expect(tokensOf(PRICES.anthropic, { ...before, breakpoints: [1] }, after)[1]).toMatchObject({
    entriesFound: 1,
    cached: 4_000,
  });
  const earlier = { at: 0, entries: [system, answer] };
  expect(tokensOf(PRICES.anthropic, earlier, before, after)[2]).toMatchObject({ cached: 5_000 });
});
