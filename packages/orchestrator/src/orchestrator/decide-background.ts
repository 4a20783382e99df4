import type { CompressionJob } from '../background.ts';
import type { AppliedOutcome } from '../attempts/outcome.ts';
import type { CandidateRequest, MeasuredRequest, PrepareContext } from './prepare-context.ts';

/** A job in the background, and the beginning of the history that its result replaces. Plain JSON. */
export interface CoveringJob {
  readonly id: string;
  /** Number of leading entries. */
  readonly entries: number;
  /** Digest of their content. */
  readonly digest: string;
}

export interface PreparedCompression {
  readonly candidate: CandidateRequest;
  readonly outcome: AppliedOutcome;
}

/** Where the job of an orchestrator is. `stale`: the history changed meanwhile, or the fallback left less than the result. */
export type BackgroundStatus =
  | { readonly kind: 'none' | 'running' | 'failed' | 'stale' }
  | ({ readonly kind: 'ready' } & PreparedCompression);

/** What becomes of the job after a request. `dropped`: its result can no longer be used. */
export type BackgroundDecision =
  | { readonly kind: 'applied' | 'dropped' }
  | { readonly kind: 'running'; readonly ahead: CoveringJob }
  | { readonly kind: 'started'; readonly ahead: CoveringJob; readonly job: CompressionJob };

/** Returns whether the strategy of a call runs in the background. A forced compression waits for it. */
export function isDeferred({ options, call, request }: PrepareContext): boolean {
  return options.background !== undefined && call.strategy.requiresLLM && request.force !== true;
}

export async function readBackgroundStatus(
  uncompressed: MeasuredRequest,
  context: PrepareContext,
): Promise<BackgroundStatus> {
  const { ahead } = context.state;
  if (!isDeferred(context) || ahead === undefined) return { kind: 'none' };
  // Loaded on first use: most orchestrators have no jobs.
  const { readBackground } = await import('./background-compression.ts');
  return await readBackground(ahead, uncompressed, context);
}

/** Starts a job from this share of the way from target to trigger on, so that its result is ready when compression is due. */
const START_AHEAD = 0.75;

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
