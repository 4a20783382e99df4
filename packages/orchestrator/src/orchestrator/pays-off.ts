import { findCacheTtl } from '../economics/call-cost.ts';
import type { CachePrices } from '../economics/prices.ts';
import { sum } from '../count-each.ts';
import type { MeasuredCandidate, PrepareContext } from './prepare-context.ts';

/** Typical price ratios, for hosts without prices. */
const USUAL: CachePrices = {
  input: 1,
  cachedRead: 0.1,
  output: 5,
  cacheTtls: [{ name: 'usual', milliseconds: 300_000, write: 1.25 }],
  minimumPrefixTokens: 1_024,
  granularityTokens: 1,
  matching: 'whole-requests',
};

interface Edits {
  readonly candidate: MeasuredCandidate;
  /** Index of the first entry that changes. */
  readonly from: number;
  /** Tokens of the whole request with the edits. */
  readonly left: number;
}

/**
 * Returns whether edits that are not due pay off. A cached prefix ends at the first changed entry: the provider writes what follows to its
 * cache again, once, and then reads less at every call. Without a cached prefix they cost nothing.
 */
export function paysOff({ candidate, from, left }: Edits, context: PrepareContext): boolean {
  const { call, state } = context;
  const saved = candidate.tokens - left;
  if (!call.isWeighed) return true;
  if (saved <= 0) return false;
  const prices = call.prices ?? USUAL;
  const { write } = findCacheTtl(prices, call.cacheTtl);
  const prefix = call.thresholds.overhead + sum(candidate.counts.slice(0, from));
  const cached = candidate.tokens - candidate.freshTokens;
  if (!isCacheWarm(context, prices) || cached < prices.minimumPrefixTokens) return true;
  const rewritten = Math.max(0, Math.min(cached, left - candidate.freshTokens) - prefix);
  const reads = saved * prices.cachedRead * remainingCalls(state.calls, call.expectedCalls);
  return reads > rewritten * (write - prices.cachedRead);
}

/** Returns whether the last request left a cached prefix that can serve this one: same model, and overhead of the same size. */
export function isCacheWarm(
  { state, request, call, at }: PrepareContext,
  prices: CachePrices,
): boolean {
  const { sent } = state;
  if (sent?.model !== request.model || sent?.overhead !== call.thresholds.overhead) return false;
  return at - sent.at < findCacheTtl(prices, call.cacheTtl).milliseconds;
}

/**
 * Returns the expected number of further calls: by the setting if the host made it, else as many as so far, from 2 to 200. Session lengths vary:
 * most are short, some are very long. In young sessions edits would otherwise have to pay quickly; the upper bound avoids rewrites for an
 * uncertain gain.
 */
function remainingCalls(soFar: number, expected: number | undefined): number {
  if (expected === undefined) return Math.max(2, Math.min(200, soFar));
  return Math.max(1, expected - soFar);
}
