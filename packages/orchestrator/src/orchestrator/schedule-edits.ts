import {
  createEditSchedule,
  expectedRemainingCalls,
  type ScheduleStep,
} from '../economics/edit-schedule.ts';
import type { CachePrices } from '../economics/prices.ts';
import type { MeasuredRequest, PrepareContext } from './prepare-context.ts';
import type { EditProposal } from './propose-edits.ts';
import { detectPhase } from './request-phase.ts';

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
  candidate: MeasuredRequest,
  { edits, compression }: EditProposal,
  context: PrepareContext,
): ScheduleStep {
  const { call, request, state, options, at } = context;
  const { cacheTtl, thresholds } = call;
  const { hysteresis, regeneratedShare } = options;
  const weighed = call.prices ?? (call.isWeighed && compression !== 'due' ? USUAL : undefined);
  const schedule = createEditSchedule({
    prices: weighed ?? USUAL,
    cacheTtl,
    hysteresis,
    regeneratedShare,
    remainingCalls: (calls) => remainingCalls(call, calls),
  });
  // Skipped without edits, because it scans the whole history.
  const allowRewrite = edits === undefined || isRewriteAllowed(candidate, context);
  const { lastCallAt, ...cold } = state.schedule;
  const step = schedule.next(canReuseCache(context) ? state.schedule : cold, {
    now: Math.max(at, lastCallAt ?? at),
    tokens: Math.max(0, candidate.tokens),
    limit: thresholds.limit,
    allowRewrite,
    growthPerCall: growthPerCall(state),
    edits,
  });
  if (edits === undefined) return step;
  // If the rewrite is free, due compression applies even if it saves no money.
  const isFree = compression === 'due' && step.price?.cost === 0;
  if (weighed !== undefined && request.force !== true && !isFree) return step;
  const isAllowed = allowRewrite || request.force === true || candidate.tokens > thresholds.limit;
  if (isAllowed === (step.action === 'apply')) return step;
  return isAllowed
    ? { ...step, action: 'apply', reason: 'due' }
    : { ...step, action: 'wait', reason: 'not-now' };
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

/** Returns whether the cached prefix of the last request can serve this one: same model, and overhead of the same size. */
export function canReuseCache({ state, request, call }: PrepareContext): boolean {
  const { sent } = state;
  return (
    sent !== undefined && sent.model === request.model && sent.beside === call.thresholds.overhead
  );
}

function growthPerCall({ growth }: PrepareContext['state']): number {
  return growth.calls === 0 ? 0 : growth.tokens / growth.calls;
}

/** Returns the expected number of further calls, by the setting if the host made it. */
function remainingCalls({ expectedCalls }: PrepareContext['call'], callsSoFar: number): number {
  if (expectedCalls === undefined) return expectedRemainingCalls(callsSoFar);
  return Math.max(1, expectedCalls - callsSoFar);
}
