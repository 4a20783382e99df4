import type { UsageStats } from '@palimpsest/core-types';
import { breakpointsOf } from './breakpoints.ts';
import { countEntry, estimateEntries, sharedLength } from './counted-entries.ts';
import { holds } from './entry-text.ts';
import type { CachePrices, ContextBudget } from '@palimpsest/orchestrator';
import type { Policy } from './policy.ts';
import { createPrefixCache, type CountedEntry, type SimulatedCall } from './prefix-cache.ts';
import type { ReplaySession } from './turns.ts';

export interface ReplaySetting {
  readonly prices: CachePrices;
  readonly budget: ContextBudget;
}

/** Result of a policy for one session. */
export interface Replayed {
  /** Bill in the currency of the prices, including output. */
  readonly bill: number;
  readonly calls: number;
  /** Tokens of the largest request. */
  readonly peak: number;
  /** Number of requests over the limit. They are billed like the others. */
  readonly tooLarge: number;
  /** Number of requests that do not start with the whole previous one, although that was cached. */
  readonly rewrites: number;
  /** Number of values that a call used and that only the history can have provided. */
  readonly needed: number;
  /** Number of them that the request of that call contained. */
  readonly held: number;
}

/** Replays the calls of a session through a policy, billed by a provider with a prompt cache. Deterministic. */
export async function replay(
  { calls }: ReplaySession,
  policy: Policy,
  { prices, budget }: ReplaySetting,
): Promise<Replayed> {
  const cache = createPrefixCache(prices);
  const run = policy.start({ prices, budget, estimateTokens: estimateEntries });
  const sum = {
    bill: 0,
    calls: calls.length,
    peak: 0,
    tooLarge: 0,
    rewrites: 0,
    needed: 0,
    held: 0,
  };
  let previous: readonly CountedEntry[] = [];
  let aliveUntil = Number.NEGATIVE_INFINITY;
  for (const { arrived, at, answer, needed } of calls) {
    const entries = await run.request(arrived, at);
    const sent = entries.map(countEntry);
    const shared = sharedLength(previous, sent);
    const call = cache.call({
      at,
      entries: sent,
      outputTokens: countEntry(answer).tokens,
      breakpoints: breakpointsOf(entries, shared),
    });
    const usage = usageOf(call);
    sum.bill += call.cost;
    sum.peak = Math.max(sum.peak, usage.promptTokens);
    if (usage.promptTokens > budget.limit) sum.tooLarge += 1;
    if (shared < previous.length && at < aliveUntil) sum.rewrites += 1;
    sum.needed += needed.length;
    for (const value of needed) if (holds(entries, value)) sum.held += 1;
    const isCached = usage.promptTokens >= prices.minimumPrefixTokens;
    aliveUntil = isCached ? at + prices.cacheTtls[0].milliseconds : Number.NEGATIVE_INFINITY;
    previous = sent;
    await run.answered(answer, usage);
  }
  return sum;
}

/** Returns the usage as a provider reports it: the prompt includes cache reads and writes. */
function usageOf({ tokens: { cached, written, uncached, output } }: SimulatedCall): UsageStats {
  const promptTokens = cached + written + uncached;
  return {
    promptTokens,
    completionTokens: output,
    totalTokens: promptTokens + output,
    cachedTokens: cached,
    cacheCreationTokens: written,
  };
}
