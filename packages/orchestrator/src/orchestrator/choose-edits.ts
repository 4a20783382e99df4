import { defined } from '@palimpsest/core-types';
import { findFirstChange } from '@palimpsest/engine/history';
import { hasBoundThinking } from './bound-thinking.ts';
import { isDeferred, settleJob, type JobStatus, type ReadyJob } from './background-job.ts';
import { isKnownIneffective } from './orchestrator-state.ts';
import type { MeasuredCandidate, PrepareContext } from './prepare-context.ts';
import type { UnchangedReason } from './prepare-request.ts';
import { findStale, type StalePlan } from './remove-stale.ts';
import { detectPhase, hasDelayedResult } from './request-phase.ts';
import { isCacheWarm, paysOff } from './pays-off.ts';

/** The edits that a request gets. */
export interface Choice {
  readonly stale?: StalePlan;
  readonly compression?: ChosenCompression;
  /** Whether the history should be compressed, now or by a job in the background. */
  readonly isWanted: boolean;
  readonly job: JobStatus;
}

export interface ChosenCompression {
  /** `early` compression only saves money. */
  readonly when: 'due' | 'early';
  /** A finished job in the background, or the fallback while no job has finished. */
  readonly by: 'strategy' | 'fallback' | ReadyJob;
  /** In tokens of the whole request. */
  readonly target: number;
}

interface Chosen {
  readonly choice: Choice;
  /** Why nothing is edited, if nothing is. */
  readonly reason: UnchangedReason;
  /** Error of the search for stale content. */
  readonly optimizeError?: unknown;
}

/**
 * Chooses the edits of a request: a compression that is due or early, together with all stale content; or stale content alone, if that pays
 * off. Over the limit and if forced, edits are made at any moment and whatever they cost.
 */
export async function chooseEdits(
  candidate: MeasuredCandidate,
  context: PrepareContext,
): Promise<Chosen> {
  const job = await settleJob(candidate, context);
  const { stale, optimizeError } = await findStale(candidate, context);
  // What would be left without stale content.
  const left = candidate.tokens - (stale?.savedTokens ?? 0);
  const when = whenToCompress(left, candidate, job, context);
  const isWanted = when === 'due' || when === 'early';
  const mustFit =
    context.request.force === true || candidate.tokens > context.call.thresholds.limit;
  if (!mustFit && !isRewriteAllowed(candidate, context)) {
    const reason = isWanted || stale !== undefined ? 'not-now' : when;
    return { choice: { isWanted: false, job }, reason, optimizeError };
  }
  const compression = isWanted ? chooseCompression(when, left, job, context) : undefined;
  // A strategy rewrites the history anyway. The result of a job replaces what it was given, also what is stale by now.
  const isRewritten = compression !== undefined && compression.by !== job;
  const isStaleNow =
    stale !== undefined &&
    (isRewritten || mustFit || paysOff({ candidate, from: stale.firstIndex, left }, context));
  const isWaiting = stale !== undefined && !isStaleNow;
  return {
    choice: { isWanted, job, ...defined({ compression, stale: isStaleNow ? stale : undefined }) },
    reason: whyUnchanged(when, isWaiting, job, context),
    optimizeError,
  };
}

/** Returns why a request is sent unchanged, if it is. */
function whyUnchanged(
  when: TimeOrReason,
  isStaleWaiting: boolean,
  job: JobStatus,
  { breaker }: PrepareContext,
): UnchangedReason {
  if (when !== 'due' && when !== 'early') return isStaleWaiting ? 'does-not-pay' : when;
  // A job compresses. After failures, none starts for a while.
  return job.kind !== 'running' && breaker.remainingMs() > 0 ? 'cooling-down' : 'in-background';
}

/** When to compress, or why not. */
type TimeOrReason =
  | ChosenCompression['when']
  | 'not-due'
  | 'nothing-new'
  | 'does-not-pay'
  | 'not-now';

function whenToCompress(
  tokens: number,
  candidate: MeasuredCandidate,
  job: JobStatus,
  context: PrepareContext,
): TimeOrReason {
  const { call, request, state } = context;
  const isDelayed = hasDelayedResult(candidate.history, candidate.pending);
  const isDue = request.force === true || tokens >= dueFrom(tokens, candidate, context);
  const { earlyFrom, earlyWhileCachedFrom } = call.thresholds;
  // No early compression before the first request: the model has not seen the content yet.
  const isEarly =
    state.sent !== undefined &&
    call.prices !== undefined &&
    tokens >= (isCacheWarm(context, call.prices) ? earlyWhileCachedFrom : earlyFrom);
  if (job.kind === 'ready') {
    const { history, tokens: left } = job.candidate;
    const from = findFirstChange(candidate.history, history) ?? history.length;
    if (!isDue && !paysOff({ candidate, from, left }, context)) return 'does-not-pay';
  } else if (!isDue && !isEarly) return 'not-due';
  else if (request.force !== true && isKnownIneffective(context, tokens, isDue))
    return 'nothing-new';
  if (isDelayed) return 'not-now';
  return isDue ? 'due' : 'early';
}

/** Returns who compresses, and to what target; `undefined` while a job has to finish first. */
function chooseCompression(
  when: ChosenCompression['when'],
  left: number,
  job: JobStatus,
  context: PrepareContext,
): ChosenCompression | undefined {
  const { call, request } = context;
  const { target: usual, targetFrom } = call.thresholds;
  if (job.kind === 'ready') return { when, by: job, target: usual };
  const by = isDeferred(context) ? 'fallback' : 'strategy';
  if (by === 'fallback' && (when === 'early' || call.fallback === false)) return undefined;
  // Early and forced compression leave the usual share of the current size: to leave more would not be worth a rewrite.
  const isAhead = when === 'early' || request.force === true;
  return { when, by, target: isAhead ? Math.min(usual, targetFrom(left)) : usual };
}

/** Requests of the usual growth that fit between two compressions, as far as the limit allows. */
const REQUESTS_BETWEEN = 3;

/** Returns the tokens from which a compression is due: in a small window later than the trigger, where the next requests fill what it frees. */
function dueFrom(
  tokens: number,
  { history }: MeasuredCandidate,
  { call: { thresholds }, state }: PrepareContext,
): number {
  const { trigger, target, limit, overhead } = thresholds;
  if (state.sent === undefined) return trigger;
  // A request adds an answer, and what follows it.
  const requests = Math.max(state.calls, history.length / 2);
  const growth = (tokens - overhead + (state.removed ?? 0)) / requests;
  return Math.min(limit, Math.max(trigger, target + REQUESTS_BETWEEN * growth));
}

/** Returns whether history may be rewritten now. Within a tool loop, bound reasoning must stay. */
function isRewriteAllowed(
  { history, pending }: MeasuredCandidate,
  { call, request }: PrepareContext,
): boolean {
  if (request.allowRewrite === false) return false;
  if (detectPhase(history, pending) === 'turn') return true;
  return call.moment === 'call' && !hasBoundThinking(history, 0, call.boundThinking);
}
