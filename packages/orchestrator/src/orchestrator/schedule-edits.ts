import type { CachePrices } from '../economics/prices.ts';
import {
  createEditSchedule,
  expectedRemainingCalls,
  type EditScheduleState,
  type ScheduleStep,
} from '../economics/edit-schedule.ts';
import type { PrepareContext } from './prepare-context.ts';
import type { MeasuredRequest } from './candidate-request.ts';
import { detectPhase } from './request-phase.ts';
import type { EditProposal } from './propose-edits.ts';

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
 * Decides whether edits apply now. Over the limit, and if forced, they always do. Otherwise known or usual prices weigh them; unweighed edits
 * apply whenever rewriting is allowed.
 */
export function scheduleEdits(
  draft: MeasuredRequest,
  offer: EditProposal,
  ground: PrepareContext,
): ScheduleStep {
  const { call, request, state, options, at } = ground;
  const { edits, compression } = offer;
  const weighed = call.prices ?? (call.isWeighed && compression !== 'due' ? USUAL : undefined);
  const schedule = createEditSchedule({
    prices: weighed ?? USUAL,
    ...(call.cacheTtl === undefined ? {} : { cacheTtl: call.cacheTtl }),
    ...(options.hysteresis === undefined ? {} : { hysteresis: options.hysteresis }),
    ...(options.regeneratedShare === undefined
      ? {}
      : { regeneratedShare: options.regeneratedShare }),
    remainingCalls: (calls) => remainingCalls(calls, call.expectedCalls),
  });
  // Skipped without edits, because it scans the whole history.
  const allowRewrite = edits === undefined || isRewriteAllowed(draft, ground);
  const { growth } = state;
  const step = schedule.next(withCache(state.schedule, canReuseCache(ground)), {
    now: Math.max(at, state.schedule.lastCallAt ?? at),
    tokens: Math.max(0, draft.tokens),
    limit: call.thresholds.limit,
    allowRewrite,
    growthPerCall: growth.calls === 0 ? 0 : growth.tokens / growth.calls,
    ...(edits === undefined ? {} : { edits }),
  });
  if (edits === undefined) return step;
  // If the rewrite is free, due compression applies even if it saves no money.
  const isFree = compression === 'due' && step.price?.cost === 0;
  if (weighed !== undefined && request.force !== true && !isFree) return step;
  const isAllowed = allowRewrite || request.force === true || draft.tokens > call.thresholds.limit;
  if (isAllowed === (step.action === 'apply')) return step;
  return isAllowed
    ? { ...step, action: 'apply', reason: 'due' }
    : { ...step, action: 'wait', reason: 'not-now' };
}

/** Returns the state without the last call if its cache cannot be reused. */
function withCache(state: EditScheduleState, isShared: boolean): EditScheduleState {
  const { lastCallAt: _lastCallAt, ...cold } = state;
  return isShared ? state : cold;
}

/** Returns whether history may be rewritten now. Within a tool loop, bound reasoning must stay. */
function isRewriteAllowed(
  { sent, pending, thinking }: MeasuredRequest,
  { call, request }: PrepareContext,
): boolean {
  if (request.allowRewrite === false) return false;
  if (detectPhase(sent, pending) === 'turn') return true;
  return call.moment === 'call' && thinking.tokens === 0;
}

function remainingCalls(calls: number, expected: number | undefined): number {
  return expected === undefined ? expectedRemainingCalls(calls) : Math.max(1, expected - calls);
}

/** Returns the schedule state after due edits that changed nothing. */
export function notApplied(step: ScheduleStep, { state }: PrepareContext): ScheduleStep['state'] {
  const { lastApplied: _lastApplied, ...rest } = step.state;
  const { lastApplied, waited = 0 } = state.schedule;
  return { ...rest, waited, ...(lastApplied === undefined ? {} : { lastApplied }) };
}

/** Returns whether the cached prefix of the last request can serve this one: same model, and overhead of the same size. */
export function canReuseCache({ state, request, call }: PrepareContext): boolean {
  const { sent } = state;
  return (
    sent !== undefined && sent.model === request.model && sent.beside === call.thresholds.overhead
  );
}
