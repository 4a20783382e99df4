import { isDeferred, type BackgroundDecision, type BackgroundStatus } from './background-status.ts';
import type { CandidateRequest, MeasuredRequest } from './candidate-request.ts';
import type { PrepareContext } from './prepare-context.ts';

// The module of jobs is loaded on first use: most orchestrators have none.

/** Returns where the job of the state is. */
export async function readBackgroundStatus(
  uncompressed: MeasuredRequest,
  context: PrepareContext,
): Promise<BackgroundStatus> {
  if (!isDeferred(context) || context.state.ahead === undefined) return { kind: 'none' };
  const { readBackground } = await import('./background-compression.ts');
  return await readBackground(uncompressed, context);
}

/** Starts a job from this share of the way from target to trigger on, so that its result is ready when compression is due. */
const START_AHEAD = 0.75;

/** A request and its decision. */
interface BackgroundFacts {
  readonly status: BackgroundStatus;
  /** The request before it was compressed, and as it is sent. */
  readonly uncompressed: MeasuredRequest;
  readonly after: CandidateRequest;
  readonly isApplied: boolean;
  /** Whether compression is due or pays. */
  readonly isWanted: boolean;
}

/** Decides whether the job goes on, or another one starts. */
export async function decideBackground(
  facts: BackgroundFacts,
  context: PrepareContext,
): Promise<BackgroundDecision | undefined> {
  if (!isDeferred(context)) return undefined;
  const { status, uncompressed, after, isApplied, isWanted } = facts;
  const { state, breaker, call } = context;
  if (status.kind === 'ready' && isApplied) return { kind: 'applied' };
  const { target, trigger } = call.thresholds;
  const isNear = uncompressed.tokens >= target + START_AHEAD * (trigger - target);
  if (state.ahead === undefined && !isNear && !isWanted) return undefined;
  const { updateCoveringJob, createJob } = await import('./background-compression.ts');
  if (state.ahead !== undefined && (status.kind === 'running' || status.kind === 'ready')) {
    const ahead = updateCoveringJob(state.ahead, context.raw, after.raw);
    if (ahead !== undefined) return { kind: 'running', ahead };
  }
  const mayStart = (isNear || isWanted) && breaker.remainingMs() === 0;
  if (mayStart) return { kind: 'started', ...(await createJob(uncompressed, after.raw, context)) };
  return status.kind === 'none' ? undefined : { kind: 'dropped' };
}
