import { expect, test } from 'vitest';
import { PRICES, type CachePrices } from '@palimpsest/orchestrator';
import { createPrefixCache, type CountedEntry } from '../src/replay/prefix-cache.ts';

type Request = Parameters<ReturnType<typeof createPrefixCache>['call']>[0];

const MINUTE = 60_000;
const entry = (digest: string, tokens: number): CountedEntry => ({ digest, tokens });
const system = entry('system', 4_000);
const question = entry('question', 2_000);
const answer = entry('answer', 1_000);
const next = entry('next', 500);

function tokensOf(prices: CachePrices, ...requests: Request[]) {
  const cache = createPrefixCache(prices);
  return requests.map((request) => {
    const { tokens, entriesFound } = cache.call(request);
    const { cached, written, uncached } = tokens;
    return { entriesFound, cached, written, uncached };
  });
}

test('reads an appended history from the cache and writes what is new', () => {
  const requests = [
    { at: 0, entries: [system, question], outputTokens: 1_000 },
    { at: MINUTE, entries: [system, question, answer, next] },
  ];
  expect(tokensOf(PRICES.anthropic, ...requests)).toEqual([
    { entriesFound: 0, cached: 0, written: 6_000, uncached: 0 },
    { entriesFound: 2, cached: 6_000, written: 1_500, uncached: 0 },
  ]);
  const cache = createPrefixCache(PRICES.anthropic);
  // 6,000 × 6.25 + 1,000 × 25, then 6,000 × 0.50 + 1,500 × 6.25
  expect(requests.map((request) => cache.call(request).cost)).toEqual([0.0625, 0.012375]);
});

test('writes everything again after the cache TTL, which each use restarts', () => {
  const entries = [system, question];
  const at = (minutes: number) => ({ at: minutes * MINUTE, entries });
  const cached = tokensOf(PRICES.anthropic, at(0), at(4), at(8), at(13)).map((one) => one.cached);
  expect(cached).toEqual([0, 6_000, 6_000, 0]);
});

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
