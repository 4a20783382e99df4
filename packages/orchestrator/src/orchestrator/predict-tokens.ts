import { findFirstChange } from '@palimpsest/engine/history';
import type { CallTokens } from '../economics/call-cost.ts';
import type { Decision } from './decide-request.ts';
import type { PrepareContext } from './prepare-context.ts';
import { sum } from '../count-each.ts';
import { isCacheWarm } from './pays-off.ts';

/**
 * Returns the expected tokens of the bill, without the output. The unchanged prefix is read from the cache while that is warm; the rest is
 * read anew. `undefined` without prices.
 */
export function predictTokens(decision: Decision, context: PrepareContext): CallTokens | undefined {
  const { tokens } = decision.candidate;
  return predict(decision, context, { tokens, changed: findFirstChangeSent(decision), removed: 0 });
}

/** Like `predictTokens`, for the request as it would be if no edit had ever taken anything out of it. */
export function predictUnedited(
  decision: Decision,
  context: PrepareContext,
): CallTokens | undefined {
  const removed = removedBefore(decision, context);
  return predict(decision, context, { tokens: decision.given.tokens + removed, removed });
}

/** Returns the tokens that edits have taken out of the conversation, those of the decision included. */
export function removedAfter(decision: Decision, context: PrepareContext): number {
  const { given, candidate } = decision;
  return Math.max(0, removedBefore(decision, context) + given.tokens - candidate.tokens);
}

/** If the conversation is shorter than the last request, the tokens removed from the missing entries are unknown: the count restarts at 0. */
function removedBefore({ given }: Decision, { state }: PrepareContext): number {
  const isShorter = given.history.length + given.pending.length < (state.sent?.length ?? 0);
  return isShorter ? 0 : (state.removed ?? 0);
}

function predict(
  { given }: Decision,
  context: PrepareContext,
  {
    tokens,
    changed = Number.POSITIVE_INFINITY,
    removed,
  }: { readonly tokens: number; readonly changed?: number | undefined; readonly removed: number },
): CallTokens | undefined {
  const { call, state } = context;
  const { sent } = state;
  const { prices, providerTokensPerEstimated, thresholds } = call;
  if (prices === undefined) return undefined;
  const whole = tokens * providerTokensPerEstimated;
  const isWarm = isCacheWarm(context, prices);
  const shared = Math.min(sent?.length ?? 0, changed, given.history.length);
  const before = thresholds.overhead + sum(given.counts.slice(0, shared)) + removed;
  const prefix = isWarm ? before * providerTokensPerEstimated : 0;
  const cached = prefix >= prices.minimumPrefixTokens ? Math.min(prefix, whole) : 0;
  const anew = whole - cached;
  const isKept = whole >= prices.minimumPrefixTokens;
  return { cached, written: isKept ? anew : 0, uncached: isKept ? 0 : anew, output: 0 };
}

/** Returns the index of the first changed entry, in the history followed by the pending entries. */
export function findFirstChangeSent({ given, candidate }: Decision): number | undefined {
  const inHistory = findFirstChange(given.history, candidate.history);
  if (inHistory !== undefined) return inHistory;
  const inPending = findFirstChange(given.pending, candidate.pending);
  return inPending === undefined ? undefined : given.history.length + inPending;
}
