import { findFirstChange } from '@palimpsest/engine/history';
import { findCacheTtl, type CallTokens } from '../economics/call-cost.ts';
import type { RequestDecision } from './decide-request.ts';
import type { PrepareContext } from './prepare-context.ts';
import { canReuseCache } from './schedule-edits.ts';

/**
 * Returns the expected tokens of the bill, without the output. The unchanged prefix is read from the cache while that is warm; the rest is
 * read anew. `undefined` without prices.
 */
export function predictTokens(
  decision: RequestDecision,
  context: PrepareContext,
): CallTokens | undefined {
  const { tokens } = decision.candidate;
  return predict(decision, context, { tokens, changed: findFirstChangeSent(decision), removed: 0 });
}

/** Like `predictTokens`, for the request as it would be if no edit had ever taken anything out of it. */
export function predictUnedited(
  decision: RequestDecision,
  context: PrepareContext,
): CallTokens | undefined {
  const removed = removedBefore(decision, context);
  return predict(decision, context, { tokens: decision.given.tokens + removed, removed });
}

/** Returns the tokens that edits have taken out of the conversation, those of the decision included. */
export function removedAfter(decision: RequestDecision, context: PrepareContext): number {
  const { given, candidate } = decision;
  return Math.max(0, removedBefore(decision, context) + given.tokens - candidate.tokens);
}

/** If the conversation is shorter than the last request, the tokens removed from the missing entries are unknown: the count restarts at 0. */
function removedBefore({ given }: RequestDecision, { state }: PrepareContext): number {
  const isShorter = given.sent.length + given.pending.length < (state.sent?.length ?? 0);
  return isShorter ? 0 : (state.removed ?? 0);
}

function predict(
  { given }: RequestDecision,
  context: PrepareContext,
  {
    tokens,
    changed = Number.POSITIVE_INFINITY,
    removed,
  }: { readonly tokens: number; readonly changed?: number | undefined; readonly removed: number },
): CallTokens | undefined {
  const { call, state, at } = context;
  const { sent } = state;
  const { prices, ratio, thresholds } = call;
  if (prices === undefined) return undefined;
  const whole = tokens * ratio;
  const cacheTtl = findCacheTtl(prices, call.cacheTtl).milliseconds;
  const isWarm = sent !== undefined && canReuseCache(context) && at - sent.at < cacheTtl;
  const shared = isWarm ? Math.min(sent.length, changed, given.sent.length) : 0;
  const prefix = isWarm
    ? (thresholds.overhead + given.sums.tokensBefore(shared) + removed) * ratio
    : 0;
  const cached = prefix >= prices.minimumPrefixTokens ? Math.min(prefix, whole) : 0;
  const anew = whole - cached;
  const isKept = whole >= prices.minimumPrefixTokens;
  return { cached, written: isKept ? anew : 0, uncached: isKept ? 0 : anew, output: 0 };
}

/** Returns the index of the first changed entry, in the history followed by the pending entries. */
export function findFirstChangeSent({ given, candidate }: RequestDecision): number | undefined {
  const inHistory = findFirstChange(given.sent, candidate.sent);
  if (inHistory !== undefined) return inHistory;
  const inPending = findFirstChange(given.pending, candidate.pending);
  return inPending === undefined ? undefined : given.sent.length + inPending;
}
