import { defined } from '@palimpsest/core-types';
import { priceEdits, type EditPrice } from '../economics/price-edits.ts';
import type { CachePrices } from '../economics/prices.ts';
import { hasBoundThinking } from './bound-thinking.ts';
import type { MeasuredRequest, PrepareContext } from './prepare-context.ts';
import type { EditProposal } from './propose-edits.ts';
import { detectPhase } from './request-phase.ts';

/** The memory of the schedule between calls. Plain JSON. */
export interface EditScheduleState {
  readonly calls: number;
  readonly firstCallAt?: number;
  readonly lastCallAt?: number;
  /** Extra cost of the calls since the last applied edits, compared with applying the due ones. */
  readonly waited?: number;
}

export type ScheduleReason =
  /** The request does not fit: edits apply whatever they cost. */
  | 'over-limit'
  /** No edits are due, or they save nothing. */
  | 'no-edits'
  /** History must not be rewritten at this call. */
  | 'not-now'
  | 'does-not-pay'
  /** The edits pay, but waiting has cost less than half of what they cost. */
  | 'not-yet'
  | 'near-limit'
  | 'costs-nothing'
  | 'pays'
  /** The edits are not weighed, the caller forces them, or compression is due and the rewrite is free. */
  | 'due';

interface ScheduleDecision {
  /** `apply` all edits now, let them `wait` for later ones, or do `nothing`. */
  readonly action: 'apply' | 'wait' | 'nothing';
  readonly reason: ScheduleReason;
}

export interface ScheduleStep extends ScheduleDecision {
  /** Absent without edits. */
  readonly price?: EditPrice;
  /** For the next call. */
  readonly state: EditScheduleState;
}

/** Typical price ratios, for hosts without prices: stale content then also waits for other edits, and for a cold cache. */
const USUAL: CachePrices = {
  input: 1,
  cachedRead: 0.1,
  output: 5,
  cacheTtls: [{ name: 'usual', milliseconds: 300_000, write: 1.25 }],
  minimumPrefixTokens: 1_024,
  granularityTokens: 1,
  matching: 'whole-requests',
};

/**
 * Worthwhile edits wait until waiting has cost this share of rewriting, in calls larger than necessary: whatever follows, that is close to the
 * best possible choice (ski rental).
 */
const PATIENCE = 0.5;

/** From this share of the limit on, worthwhile edits no longer wait. */
const NEAR_LIMIT = 0.95;

/** Decides whether edits apply now, or wait for later ones, so that the cache is rewritten once. */
export function scheduleEdits(
  candidate: MeasuredRequest,
  proposal: EditProposal,
  context: PrepareContext,
): ScheduleStep {
  const { state, at } = context;
  const { edits } = proposal;
  const { calls, firstCallAt, lastCallAt = at, waited = 0 } = state.schedule;
  const now = Math.max(at, lastCallAt);
  const price =
    edits && priceEdits(edits, expectedCalls(weighedPrices(proposal, context) ?? USUAL, context));
  const soFar = waited + Math.max(0, price?.savingPerCall ?? 0);
  const decision: ScheduleDecision =
    price === undefined
      ? { action: 'nothing', reason: 'no-edits' }
      : decide(candidate, proposal, { price, waited: soFar, context });
  return {
    ...decision,
    ...defined({ price }),
    state: {
      calls: calls + 1,
      firstCallAt: firstCallAt ?? now,
      lastCallAt: now,
      waited: decision.action === 'apply' ? 0 : soFar,
    },
  };
}

/** Returns the prices that weigh edits; `undefined` if those apply whenever rewriting is allowed. */
function weighedPrices(
  { compression }: EditProposal,
  { call: { prices, isWeighed } }: PrepareContext,
): CachePrices | undefined {
  return prices ?? (isWeighed && compression !== 'due' ? USUAL : undefined);
}

function decide(
  candidate: MeasuredRequest,
  proposal: EditProposal,
  {
    price,
    waited,
    context,
  }: {
    readonly price: EditPrice;
    readonly waited: number;
    readonly context: PrepareContext;
  },
): ScheduleDecision {
  const { limit } = context.call.thresholds;
  const { edits, compression } = proposal;
  if (candidate.tokens > limit) return { action: 'apply', reason: 'over-limit' };
  if (context.request.force === true) return { action: 'apply', reason: 'due' };
  const isWeighed = weighedPrices(proposal, context) !== undefined;
  const savesNothing = edits!.suffixTokensAfter >= edits!.suffixTokensBefore;
  if (isWeighed && savesNothing) return { action: 'nothing', reason: 'no-edits' };
  if (!isRewriteAllowed(candidate, context)) return { action: 'wait', reason: 'not-now' };
  // If the rewrite is free, due compression applies even if it saves no money.
  const isFree = price.cost === 0;
  if (!isWeighed || (compression === 'due' && isFree)) return { action: 'apply', reason: 'due' };
  if (price.net <= 0) return { action: 'wait', reason: 'does-not-pay' };
  if (isFree) return { action: 'apply', reason: 'costs-nothing' };
  if (candidate.tokens >= NEAR_LIMIT * limit) return { action: 'apply', reason: 'near-limit' };
  if (waited < PATIENCE * price.cost) return { action: 'wait', reason: 'not-yet' };
  return { action: 'apply', reason: 'pays' };
}

function expectedCalls(prices: CachePrices, context: PrepareContext) {
  const { call, state, at } = context;
  const { calls, firstCallAt = 0, lastCallAt } = state.schedule;
  const last = canReuseCache(context) ? lastCallAt : undefined;
  return {
    prices,
    cacheTtl: call.cacheTtl,
    count: remainingCalls(calls, call.expectedCalls),
    msSinceLast: last === undefined ? undefined : Math.max(0, at - last),
    msBetween: last === undefined || calls < 2 ? 0 : (last - firstCallAt) / (calls - 1),
  };
}

/** Returns whether history may be rewritten now. Within a tool loop, bound reasoning must stay. */
function isRewriteAllowed(
  { sent, pending }: MeasuredRequest,
  { call, request }: PrepareContext,
): boolean {
  if (request.allowRewrite === false) return false;
  if (detectPhase(sent, pending) === 'turn') return true;
  return call.moment === 'call' && !hasBoundThinking(sent, 0, call.boundThinking);
}

/** Returns whether the cached prefix of the last request can serve this one: same model, and overhead of the same size. */
export function canReuseCache({ state, request, call }: PrepareContext): boolean {
  const { sent } = state;
  return (
    sent !== undefined && sent.model === request.model && sent.beside === call.thresholds.overhead
  );
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
