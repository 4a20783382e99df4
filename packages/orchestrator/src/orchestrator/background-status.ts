import type { CompressionJob } from '../background/compression-job.ts';
import type { AppliedOutcome } from '../attempts/outcome.ts';
import type { CandidateRequest } from './candidate-request.ts';
import type { PrepareContext } from './prepare-context.ts';

/** A job in the background, and the beginning of the history that its result replaces. Plain JSON. */
export interface CoveringJob {
  readonly id: string;
  /** Number of leading entries. */
  readonly entries: number;
  /** Digest of their content. */
  readonly digest: string;
}

/** A compression that ran in the background, applied to the request. */
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
