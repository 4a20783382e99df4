import { findCacheTtl } from './call-cost.ts';
import type { CachePrices } from './prices.ts';

/** The effect of edits on the next request, in tokens. */
export interface EditedRequest {
  /** Before the first changed entry, overhead included. */
  readonly prefixTokens: number;
  /** From the first changed entry on, without the edits. */
  readonly suffixTokensBefore: number;
  /** From the first changed entry on, with the edits. */
  readonly suffixTokensAfter: number;
  /** At the end of the request and never sent before, so not cached. */
  readonly freshTokens: number;
  /** Cost of making the edits, such as a summarizing model call, in the currency of the prices. @default 0 */
  readonly compressionCost?: number;
}

/** The calls for which edits are priced. */
export interface ExpectedCalls {
  readonly prices: CachePrices;
  /** Name of the cache TTL. @default the first of the prices */
  readonly cacheTtl?: string | undefined;
  /** Expected number of further calls, the next one included: at least 1. */
  readonly count: number;
  /** Time since the last call with this history, in ms; absent if there was none. */
  readonly msSinceLast?: number | undefined;
  /** Mean time between the calls so far, in ms. */
  readonly msBetween: number;
}

/** Amounts in the currency of the prices. */
export interface EditPrice {
  /** Savings over all expected calls if rewriting were free; negative if the calls cost more. */
  readonly saving: number;
  /** Paid once: rewriting the cache, and making the edits. */
  readonly cost: number;
  /** `saving − cost`. */
  readonly net: number;
  /** Savings by each call after the next one. */
  readonly savingPerCall: number;
}

/**
 * Returns what edits save and cost. A cached prefix ends at the first changed entry: what follows is written again once, then every call is
 * smaller. When the cache is cold, rewriting costs nothing extra.
 */
export function priceEdits(edits: EditedRequest, calls: ExpectedCalls): EditPrice {
  const { prefixTokens: prefix, freshTokens, compressionCost = 0 } = edits;
  const { prices, cacheTtl, msSinceLast, msBetween, count } = calls;
  const { input, cachedRead: read, minimumPrefixTokens: minimum } = prices;
  const { milliseconds, write } = findCacheTtl(prices, cacheTtl);
  const isWarm = msSinceLast !== undefined && msSinceLast < milliseconds;
  const before = prefix + edits.suffixTokensBefore;
  const after = prefix + edits.suffixTokensAfter;
  const sentBefore = before - freshTokens;
  const cached = isWarm && sentBefore >= minimum ? Math.max(0, sentBefore) : 0;
  const kept = prefix >= minimum ? Math.min(cached, prefix) : 0;
  /** Price of tokens that the next call cannot read from the cache. */
  const anew = (tokens: number) => (tokens < minimum ? input : write);
  const next = (tokens: number, found: number) => found * read + (tokens - found) * anew(tokens);
  const later = (tokens: number) =>
    tokens * (tokens >= minimum && msBetween < milliseconds ? read : anew(tokens));
  const savingPerCall = (later(before) - later(after)) / 1_000_000;
  // Tokens that stay, and that the next call would read from the cache without the edits.
  const rewritten = Math.max(0, Math.min(cached, after - freshTokens) - kept);
  const cost = (rewritten * (anew(after) - read)) / 1_000_000 + compressionCost;
  const net =
    (next(before, cached) - next(after, kept)) / 1_000_000 +
    (count - 1) * savingPerCall -
    compressionCost;
  return { saving: net + cost, cost, net, savingPerCall };
}
