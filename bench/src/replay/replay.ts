import type { IContent, UsageStats } from '@palimpsest/core-types';
import { countEntry, holds, sharedLength } from './counted-entries.ts';
import type { Policy, PolicyContext } from './policies.ts';
import { createPrefixCache, type CountedEntry, type SimulatedCall } from './prefix-cache.ts';
import type { ReplaySession } from './turns.ts';

/** Result of a policy for one session. */
export interface Replayed {
  /** Bill in the currency of the prices, including output. */
  readonly bill: number;
  /** Number of requests over the limit. They are billed like the others. */
  readonly tooLarge: number;
  /** Number of values that a call used and that only the history can have provided. */
  readonly needed: number;
  /** Number of them that the request of that call contained. */
  readonly held: number;
}

/** Replays the calls of a session through a policy, billed by a provider with a prompt cache. Deterministic. */
export async function replay(
  { calls }: ReplaySession,
  policy: Policy,
  { prices, budget }: PolicyContext,
): Promise<Replayed> {
  const cache = createPrefixCache(prices);
  const run = policy.start({ prices, budget });
  const sum = { bill: 0, tooLarge: 0, needed: 0, held: 0 };
  let previous: readonly CountedEntry[] = [];
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
    if (usage.promptTokens > budget.limit) sum.tooLarge += 1;
    sum.needed += needed.length;
    for (const value of needed) if (holds(entries, value)) sum.held += 1;
    previous = sent;
    run.answered(answer, usage);
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

/** Number of newest user messages after which a breakpoint is set. */
const HUMAN_MARKS = 2;

/**
 * Returns the cache breakpoints of a request before its end, for providers that find marked prefixes only; the rule is the same for every
 * policy. Hosts have four breakpoints (Anthropic's number), which only later requests find. One is at the end. One is where the common prefix
 * with the previous request ends, so that a policy whose edits move from call to call finds the part before them. Two follow the newest two
 * user messages.
 *
 * @param shared number of leading entries in common with the previous request
 * @returns positions, each as the number of entries before it
 */
function breakpointsOf(entries: readonly IContent[], shared: number): number[] {
  const places = shared > 0 ? [shared] : [];
  const most = places.length + HUMAN_MARKS;
  for (let at = entries.length; at > 0 && places.length < most; at -= 1) {
    if (entries[at - 1]!.speaker === 'human') places.push(at);
  }
  return places;
}
