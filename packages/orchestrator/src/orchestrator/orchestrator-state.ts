import type { CallTokens } from '../economics/call-cost.ts';
import type { EditScheduleState } from '../economics/edit-schedule.ts';
import type { RequestDecision } from './decide-request.ts';
import type { PrepareContext } from './prepare-context.ts';
import type { PrepareResult } from './prepare-request.ts';
import { notApplied } from './schedule-edits.ts';

/** What an orchestrator remembers between calls, beside its history. Plain JSON, and replaced as a whole. */
export interface OrchestratorState {
  readonly calls: number;
  readonly schedule: EditScheduleState;
  /** The last request. */
  readonly sent?: SentRequest;
  /** Tokens that calls added, and how many calls. */
  readonly growth: { readonly tokens: number; readonly calls: number };
  /** Where the last compression got stuck. */
  readonly stuck?: IneffectiveAttempt;
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

interface IneffectiveAttempt extends AttemptInput {
  /** Of the request then, by the estimator. */
  readonly tokens: number;
}

/** What a compression is tried with. */
interface AttemptInput {
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
export function isKnownIneffective(
  { stuck }: OrchestratorState,
  now: AttemptInput & { readonly tokens: number; readonly isDue: boolean },
): boolean {
  if (stuck === undefined) return false;
  // Each report of a provider moves a target a little.
  const isNear = Math.abs(now.target - stuck.target) <= stuck.target * NEW_SHARE;
  const isSame = isNear && stuck.strategy === now.strategy && stuck.settings === now.settings;
  const share = now.isDue ? NEW_SHARE : NEW_SHARE_AHEAD;
  return isSame && now.tokens < stuck.tokens * (1 + share);
}

/** What is remembered once a decision is carried out. */
export function nextState(
  decision: RequestDecision,
  outcome: PrepareResult,
  ground: PrepareContext,
): OrchestratorState {
  const { state, call, request, at } = ground;
  const { draft, given, step } = decision;
  const { sent, growth } = state;
  const added = sent === undefined ? 0 : given.tokens - sent.tokens;
  const schedule =
    step === undefined
      ? state.schedule
      : step.action === 'apply' && outcome.firstChangedIndex === undefined
        ? notApplied(step, ground)
        : step.state;
  const stuck = stuckAfter(decision, ground);
  return {
    calls: state.calls + 1,
    schedule,
    growth: added > 0 ? { tokens: growth.tokens + added, calls: growth.calls + 1 } : growth,
    sent: {
      length: draft.sent.length + draft.pending.length,
      tokens: draft.tokens,
      beside: call.thresholds.overhead,
      at,
      ...(request.model === undefined ? {} : { model: request.model }),
      ...(outcome.expected === undefined ? {} : { expected: outcome.expected }),
    },
    ...(stuck === undefined ? {} : { stuck }),
  };
}

function stuckAfter(
  { compression, draft, given, offer }: RequestDecision,
  { call, state }: PrepareContext,
): OrchestratorState['stuck'] {
  if (compression === undefined) {
    const { stuck } = state;
    // What is left now is what has to grow, whoever made it smaller.
    return stuck && { ...stuck, tokens: Math.min(stuck.tokens, draft.tokens) };
  }
  if (compression.kind !== 'noop' && compression.kind !== 'applied') return undefined;
  const { target, trigger } = call.thresholds;
  const { target: aim = target } = offer ?? {};
  const wasAhead = offer?.compression === 'early';
  // What comes for the sake of money has to get at least half of the way.
  const isShort = wasAhead && draft.tokens > (given.tokens + aim) / 2;
  const isOver = draft.tokens >= trigger;
  const isIneffective = compression.kind === 'noop' || compression.ineffective;
  if (!isShort && !isOver && !isIneffective) return undefined;
  return { strategy: call.name, target, settings: call.explicit, tokens: draft.tokens };
}
