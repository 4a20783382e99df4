import { defined } from '@palimpsest/core-types';
import { findFirstChange } from '@palimpsest/history';
import { modelCallsOf } from '../attempts/outcome.ts';
import { findCacheTtl, type CallTokens } from '../economics/call-cost.ts';
import type { CachePrices } from '../economics/prices.ts';
import type { RequestDecision } from './decide-request.ts';
import type { PrepareContext } from './prepare-context.ts';
import type { Compression, PrepareResult, UnchangedReason } from './prepare-request.ts';
import { canReuseCache } from './schedule-edits.ts';

/** Converts a decision to the result of `prepare`. */
export function toPrepareResult(decision: RequestDecision, ground: PrepareContext): PrepareResult {
  const { given, draft, compression, overflow, ingested, optimized, step, offer } = decision;
  const { prices, ratio, budget } = ground.call;
  // The tolerance makes 1290 × 1.1 give 1419 despite floating point.
  const asCounted = (tokens: number) => Math.ceil(tokens * ratio - 1e-6);
  const isScheduled = prices !== undefined && step !== undefined && offer?.edits !== undefined;
  const request = {
    history: draft.sent,
    pending: draft.pending,
    tokensBefore: asCounted(given.tokens),
    tokensAfter: asCounted(draft.tokens),
    budget,
    ...defined({
      firstChangedIndex: findFirstChangeSent(decision),
      rereads: decision.rereads,
      background: decision.background?.kind,
      expected: prices && predictTokens(decision, prices, ground),
      schedule: isScheduled
        ? { reason: step.reason, ...defined({ price: step.price, target: offer.choice }) }
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

/** Returns the compression whose result is sent, if any. */
function compressionOf({ compression }: RequestDecision): Compression | undefined {
  if (compression?.kind !== 'applied') return undefined;
  const { strategy, reason, ineffective, result, cause } = compression;
  return { strategy, reason, ineffective, metadata: result.metadata, ...defined({ cause }) };
}

function reasonOf({
  held,
  compression,
  offer,
  step,
  background,
}: RequestDecision): UnchangedReason {
  if (held !== undefined) return held;
  if (compression?.kind === 'skipped') return 'cooling-down';
  if (compression?.kind === 'noop') return compression.reason;
  if (step?.action === 'wait') return step.reason;
  if (offer?.compression === 'stuck') return 'nothing-new';
  if (offer?.compression === 'not-now') return 'not-now';
  if (background?.kind === 'started' || background?.kind === 'running') return 'in-background';
  return 'not-due';
}

/** Returns the expected tokens of the bill. The unchanged prefix is read from the cache while that is warm; the rest is read anew. */
function predictTokens(
  decision: RequestDecision,
  prices: CachePrices,
  ground: PrepareContext,
): CallTokens {
  const { call, state, at } = ground;
  const { draft, given } = decision;
  const { sent } = state;
  const whole = draft.tokens * call.ratio;
  const cacheTtl = findCacheTtl(prices, call.cacheTtl).milliseconds;
  const isWarm = sent !== undefined && canReuseCache(ground) && at - sent.at < cacheTtl;
  const changed = findFirstChangeSent(decision) ?? Number.POSITIVE_INFINITY;
  const shared = isWarm ? Math.min(sent.length, changed, given.sent.length) : 0;
  const prefix = isWarm
    ? (call.thresholds.overhead + given.sums.tokensBefore(shared)) * call.ratio
    : 0;
  const cached = prefix >= prices.minimumPrefixTokens ? Math.min(prefix, whole) : 0;
  const anew = whole - cached;
  const isKept = whole >= prices.minimumPrefixTokens;
  return { cached, written: isKept ? anew : 0, uncached: isKept ? 0 : anew, output: 0 };
}

/** Returns the index of the first changed entry, in the history followed by the pending entries. */
function findFirstChangeSent({ given, draft }: RequestDecision): number | undefined {
  const inHistory = findFirstChange(given.sent, draft.sent);
  if (inHistory !== undefined) return inHistory;
  const inPending = findFirstChange(given.pending, draft.pending);
  return inPending === undefined ? undefined : given.sent.length + inPending;
}

/** Saves the content that a decision removes, before it is applied. Pending entries count, because the caller appends their changed form. */
export async function saveRemovedContent(
  decision: RequestDecision,
  { options, raw }: PrepareContext,
): Promise<void> {
  const { saveOriginals } = options;
  if (saveOriginals === undefined || findFirstChangeSent(decision) === undefined) return;
  const { given, draft, compression, overflow } = decision;
  const editor = compression?.kind === 'applied' ? compression.strategy : 'optimize';
  await saveOriginals({
    before: [...raw, ...given.pending],
    after: [...draft.raw, ...draft.pending],
    by: overflow?.kind === 'fits' ? 'overflow' : editor,
  });
}
