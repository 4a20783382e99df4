import type { UsageStats } from '@palimpsest/core-types';
import { breakpointsOf } from './breakpoints.ts';
import { countEntry, estimateEntries, sharedLength } from './counted-entries.ts';
import { holds } from './entry-text.ts';
import type { ContextBudget, PriceTable } from '@palimpsest/orchestrator';
import type { Policy } from './policy.ts';
import { createPrefixCache, type CountedEntry, type SimulatedCall } from './prefix-cache.ts';
import type { ReplaySession } from './turns.ts';

export interface ReplaySetting {
  readonly prices: PriceTable;
  readonly budget: ContextBudget;
  /** For policies that have settings. */
  readonly settings?: Readonly<Record<string, unknown>>;
}

/** What a policy made of a session. */
export interface Replayed {
  /** In the currency of the prices, answers included. */
  readonly bill: number;
  readonly calls: number;
  /** Tokens of the largest request. */
  readonly peak: number;
  /** Requests over the limit. They are billed like the others. */
  readonly tooLarge: number;
  /** Requests that do not begin with all of the one before them although that was still cached. */
  readonly rewrites: number;
  /** Values that a call used and that only the history can have told it. */
  readonly needed: number;
  /** So many of them stood in the request of that call. */
  readonly held: number;
}

/** The calls of a session with a policy in between, and a provider with a prompt cache that bills them. Deterministic. */
export async function replay(
  { calls }: ReplaySession,
  policy: Policy,
  { prices, budget, settings = {} }: ReplaySetting,
): Promise<Replayed> {
  const cache = createPrefixCache({ prices });
  const run = policy.start({ prices, budget, settings, estimateTokens: estimateEntries });
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
    const { entries } = await run.request(arrived, at);
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

/** As a provider reports it: the prompt with everything that was read from the cache and written to it. */
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
