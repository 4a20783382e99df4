import { defined } from '@palimpsest/core-types';
import { findFirstChange } from '@palimpsest/history';
import { modelCallsOf } from '../attempts/outcome.ts';
import { findCacheTtl, type CallTokens } from '../economics/call-cost.ts';
import type { RequestDecision } from './decide-request.ts';
import type { PrepareContext } from './prepare-context.ts';
import type { Compression, PrepareResult, UnchangedReason } from './prepare-request.ts';
import { canReuseCache } from './schedule-edits.ts';

export function toPrepareResult(decision: RequestDecision, context: PrepareContext): PrepareResult {
  const { given, candidate, compression, overflow, ingested, optimized, step, proposal } = decision;
  const { prices, ratio, budget } = context.call;
  // The tolerance makes 1290 × 1.1 give 1419 despite floating point.
  const asCounted = (tokens: number) => Math.ceil(tokens * ratio - 1e-6);
  const isScheduled = prices !== undefined && step !== undefined && proposal?.edits !== undefined;
  const request = {
    history: candidate.sent,
    pending: candidate.pending,
    tokensBefore: asCounted(given.tokens),
    tokensAfter: asCounted(candidate.tokens),
    budget,
    ...defined({
      firstChangedIndex: findFirstChangeSent(decision),
      rereads: decision.rereads,
      background: decision.background?.kind,
      expected: predictTokens(decision, context),
      schedule: isScheduled
        ? { reason: step.reason, ...defined({ price: step.price, target: proposal.choice }) }
        : undefined,
    }),
    attempts: compression?.attempts ?? [],
    modelCalls: modelCallsOf(compression),
    ingested,
    optimized,
  };
  const cause =
    compression !== undefined && 'cause' in compression ? compression.cause : decision.cause;
  if (overflow?.kind === 'overflow') {
    const { floor, error, steps } = overflow;
    return { ...request, kind: 'overflow', floor, error, steps, ...defined({ cause }) };
  }
  const done = compressionOf(decision);
  if (overflow !== undefined) {
    const { steps } = overflow;
    return { ...request, kind: 'truncated', steps, ...defined({ compression: done, cause }) };
  }
  if (compression?.kind === 'failed') {
    return { ...request, kind: 'failed', reason: compression.reason, cause: compression.cause };
  }
  if (done !== undefined) return { ...request, kind: 'compressed', compression: done };
  if (decision.cause !== undefined) {
    return { ...request, kind: 'failed', reason: 'permanent', cause: decision.cause };
  }
  if (ingested > 0 || optimized > 0) return { ...request, kind: 'optimized' };
  return { ...request, kind: 'unchanged', reason: reasonOf(decision) };
}

function compressionOf({ compression }: RequestDecision): Compression | undefined {
  if (compression?.kind !== 'applied') return undefined;
  const { strategy, reason, ineffective, result, cause } = compression;
  return { strategy, reason, ineffective, metadata: result.metadata, ...defined({ cause }) };
}

function reasonOf({
  noRewriteReason,
  compression,
  proposal,
  step,
  background,
}: RequestDecision): UnchangedReason {
  if (noRewriteReason !== undefined) return noRewriteReason;
  if (compression?.kind === 'skipped') return 'cooling-down';
  if (compression?.kind === 'noop') return compression.reason;
  if (step?.action === 'wait') return step.reason;
  if (proposal?.compression === 'stuck') return 'nothing-new';
  if (proposal?.compression === 'not-now') return 'not-now';
  if (background?.kind === 'started' || background?.kind === 'running') return 'in-background';
  return 'not-due';
}

/** Saves the content that a decision removes, before it is applied. Pending entries count, because the caller appends their changed form. */
export async function saveRemovedContent(
  decision: RequestDecision,
  { options, raw }: PrepareContext,
): Promise<void> {
  const { saveOriginals } = options;
  if (saveOriginals === undefined || findFirstChangeSent(decision) === undefined) return;
  const { given, candidate, compression, overflow } = decision;
  const editor = compression?.kind === 'applied' ? compression.strategy : 'optimize';
  await saveOriginals({
    before: [...raw, ...given.pending],
    after: [...candidate.raw, ...candidate.pending],
    by: overflow?.kind === 'fits' ? 'overflow' : editor,
  });
}

/**
 * Returns the expected tokens of the bill, without the output. The unchanged prefix is read from the cache while that is warm; the rest is
 * read anew. `undefined` without prices.
 */
function predictTokens(decision: RequestDecision, context: PrepareContext): CallTokens | undefined {
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
function findFirstChangeSent({ given, candidate }: RequestDecision): number | undefined {
  const inHistory = findFirstChange(given.sent, candidate.sent);
  if (inHistory !== undefined) return inHistory;
  const inPending = findFirstChange(given.pending, candidate.pending);
  return inPending === undefined ? undefined : given.sent.length + inPending;
}
