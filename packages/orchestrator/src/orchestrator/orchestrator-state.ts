import type { CallTokens } from '../economics/call-cost.ts';
import type { EditScheduleState } from '../economics/edit-schedule.ts';

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

export interface Stuck extends Trying {
  /** Of the request then, by the estimator. */
  readonly tokens: number;
}

/** What a compression is tried with. */
export interface Trying {
  readonly strategy: string;
  readonly target: number;
  /** Everything somebody set, as JSON. */
  readonly settings: string;
}

export const START: OrchestratorState = {
  calls: 0,
  schedule: { calls: 0 },
  growth: { tokens: 0, calls: 0 },
};

/** A compression that got stuck is not tried again before the request has grown by this share… */
const NEW_SHARE = 0.05;

/** …and by this one where nothing but money is to be saved. */
const NEW_SHARE_AHEAD = 0.25;

/** Whether trying again could not end otherwise: by the same strategy, to the same target, with the same settings and too little that is new. */
export function isStuck(
  { stuck }: OrchestratorState,
  now: Trying & { readonly tokens: number; readonly isDue: boolean },
): boolean {
  if (stuck === undefined) return false;
  // Each report of a provider moves a target a little.
  const isNear = Math.abs(now.target - stuck.target) <= stuck.target * NEW_SHARE;
  const isSame = isNear && stuck.strategy === now.strategy && stuck.settings === now.settings;
  const share = now.isDue ? NEW_SHARE : NEW_SHARE_AHEAD;
  return isSame && now.tokens < stuck.tokens * (1 + share);
}
