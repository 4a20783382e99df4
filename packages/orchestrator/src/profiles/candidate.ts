import type { ResolvedModel } from '@palimpsest/core-types';

/** A member of a load balancer, and the model it led to, or what kept it from that. */
export interface Candidate {
  readonly profile: string;
  readonly contextLimit: number | undefined;
  /** What must not be said. */
  readonly apiKey: string | undefined;
  readonly model: ResolvedModel | undefined;
  /** Why there is no model. */
  readonly error?: unknown;
}

/** What one of them failed with, without its key. */
export interface CandidateFailure {
  readonly profile: string;
  readonly error: unknown;
}
