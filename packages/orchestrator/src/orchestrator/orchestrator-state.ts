import type { CallTokens } from '../economics/price-call.ts';
import type { EditScheduleState } from '../economics/schedule-step.ts';

/** What an orchestrator remembers between calls, beside its history. Plain JSON, and replaced as a whole. */
export interface OrchestratorState {
  readonly calls: number;
  readonly schedule: EditScheduleState;
  /** The last request. */
  readonly sent?: SentRequest;
  /** Tokens that calls added, and how many calls. */
  readonly growth: { readonly tokens: number; readonly calls: number };
  /** Where the last compression got stuck. */
  readonly stuck?: Stuck;
}

export interface SentRequest {
  /** Entries, pending ones included. */
  readonly length: number;
  /** By the estimator: of the whole request, and of system prompt and tools alone. */
  readonly tokens: number;
  readonly beside: number;
  readonly at: number;
  readonly model?: string;
  /** What the call was expected to be billed for. */
  readonly expected?: CallTokens;
}

export interface Stuck {
  readonly strategy: string;
  readonly target: number;
  /** Of the request then, by the estimator. */
  readonly tokens: number;
}

export const START: OrchestratorState = {
  calls: 0,
  schedule: { calls: 0 },
  growth: { tokens: 0, calls: 0 },
};

/** A compression that got stuck is not tried again before the request has grown, or the target has moved, by this share. */
const NEW_SHARE = 0.05;

/** Whether trying again could end otherwise: for somebody else, for another target, or with enough that is new. */
export function isStuck(
  { stuck }: OrchestratorState,
  now: { readonly strategy: string; readonly target: number; readonly tokens: number },
): boolean {
  if (stuck === undefined || stuck.strategy !== now.strategy) return false;
  // Each report of a provider moves a target a little.
  if (Math.abs(now.target - stuck.target) > stuck.target * NEW_SHARE) return false;
  return now.tokens < stuck.tokens * (1 + NEW_SHARE);
}
