import { findCacheTtl, type CallTokens } from '../economics/call-cost.ts';
import type { Decision } from './decide.ts';
import { firstChangeSent } from './first-change-sent.ts';
import type { Ground } from './ground.ts';
import { sharesCache } from './shares-cache.ts';

/** What is sent again as it was is read from the cache while that is warm; the rest is read anew. */
export function expectedTokens(decision: Decision, ground: Ground): CallTokens {
  const { call, state, at } = ground;
  const { draft, given } = decision;
  const prices = call.prices!;
  const { sent } = state;
  const whole = draft.tokens * call.ratio;
  const cacheTtl = findCacheTtl(prices, call.cacheTtl).milliseconds;
  const isWarm = sent !== undefined && sharesCache(ground) && at - sent.at < cacheTtl;
  const changed = firstChangeSent(decision) ?? Number.POSITIVE_INFINITY;
  const shared = isWarm ? Math.min(sent.length, changed, given.sent.length) : 0;
  const prefix = isWarm ? (call.lines.beside + given.sums.tokensBefore(shared)) * call.ratio : 0;
  const cached = prefix >= prices.minimumPrefixTokens ? Math.min(prefix, whole) : 0;
  const anew = whole - cached;
  const isKept = whole >= prices.minimumPrefixTokens;
  return { cached, written: isKept ? anew : 0, uncached: isKept ? 0 : anew, output: 0 };
}
