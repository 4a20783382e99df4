import { defined, type IContent } from '@palimpsest/core-types';
import { findFirstChange } from '@palimpsest/engine/history';
import type { CallTokens } from '../economics/call-cost.ts';
import type { CoveringJob } from './background-job.ts';
import type { Decision } from './decide-request.ts';
import type { PrepareContext } from './prepare-context.ts';
import { predictUnedited, removedAfter } from './predict-tokens.ts';
import type { PrepareResult } from './prepare-request.ts';

/** State of an orchestrator between calls, apart from its history. Plain JSON, and replaced as a whole. */
export interface OrchestratorState {
  readonly calls: number;
  /** The last request. */
  readonly sent?: SentRequest;
  /** Token estimate of what edits have taken out of the conversation. @default 0 */
  readonly removed?: number;
  /** The last ineffective compression. */
  readonly stuck?: IneffectiveAttempt;
  /** The compression in the background. */
  readonly job?: CoveringJob;
}

export interface SentRequest {
  /** Number of entries, pending ones included. */
  readonly length: number;
  /** Token estimate of the whole request; `overhead` is that of system prompt and tools. */
  readonly tokens: number;
  readonly overhead: number;
  readonly at: number;
  readonly model?: string;
  /** Expected tokens of the bill, without the output. */
  readonly expected?: CallTokens;
  /** The same if no edit had taken anything out of the request. */
  readonly unedited?: CallTokens;
}

interface IneffectiveAttempt {
  readonly strategy: string;
  readonly target: number;
  /** All explicit settings, as JSON. */
  readonly settings: string;
  /** Token estimate of the request after the attempt, or of a smaller request since. */
  readonly tokens: number;
}

export const START: OrchestratorState = { calls: 0 };

/** An ineffective compression is not repeated before the request has grown by this share… */
const NEW_SHARE = 0.05;

/** …and by this one if it would only save money. */
const NEW_SHARE_AHEAD = 0.25;

/**
 * Returns whether a new attempt would repeat the last ineffective one: same strategy and settings, a target within 5 %, and
 * too little growth since.
 */
export function isKnownIneffective(
  { state: { stuck }, call }: PrepareContext,
  tokens: number,
  isDue: boolean,
): boolean {
  if (stuck === undefined) return false;
  const { name, explicitSettingsJson, thresholds } = call;
  // Each usage report moves the target a little.
  const isNear = Math.abs(thresholds.target - stuck.target) <= stuck.target * NEW_SHARE;
  const isSame = isNear && stuck.strategy === name && stuck.settings === explicitSettingsJson;
  const share = isDue ? NEW_SHARE : NEW_SHARE_AHEAD;
  return isSame && tokens < stuck.tokens * (1 + share);
}

/**
 * Returns the state after others may have replaced entries of the history. From the first replaced entry on, nothing counts as sent, and what
 * edits had taken out is no longer known.
 */
export function afterReplacement(
  state: OrchestratorState,
  before: readonly IContent[],
  after: readonly IContent[],
): OrchestratorState {
  const { sent, removed: _removed, ...others } = state;
  const first = findFirstChange(before, after) ?? before.length;
  if (sent === undefined || first >= Math.min(before.length, sent.length)) return state;
  return { ...others, sent: { ...sent, length: first } };
}

/** Returns the state after a decision is applied. */
export function nextState(
  decision: Decision,
  { expected }: PrepareResult,
  context: PrepareContext,
): OrchestratorState {
  const { state, call, request, at } = context;
  const { candidate, job } = decision;
  const removed = removedAfter(decision, context);
  const covering = job !== undefined && 'covering' in job ? job.covering : undefined;
  return {
    calls: state.calls + 1,
    ...(removed > 0 && { removed }),
    sent: {
      length: candidate.history.length + candidate.pending.length,
      tokens: candidate.tokens,
      overhead: call.thresholds.overhead,
      at,
      ...defined({ model: request.model, expected, unedited: predictUnedited(decision, context) }),
    },
    ...defined({
      stuck: stuckAfter(decision, context),
      // Without a choice, the job was not asked for.
      job: decision.choice === undefined ? state.job : covering,
    }),
  };
}

/** Returns the ineffective compression that is not to be repeated after a decision. */
function stuckAfter(
  { compression, candidate, given, choice }: Decision,
  { call, state: { stuck } }: PrepareContext,
): IneffectiveAttempt | undefined {
  if (compression === undefined) {
    // Growth is measured from the smallest size since, whatever reduced it.
    return stuck && { ...stuck, tokens: Math.min(stuck.tokens, candidate.tokens) };
  }
  if (compression.kind !== 'noop' && compression.kind !== 'applied') return undefined;
  const { target, trigger } = call.thresholds;
  const chosen = choice!.compression!;
  const removedLittle = compression.kind === 'noop' || compression.ineffective;
  const isStillDue = candidate.tokens >= trigger;
  // Early compression must cover at least half of the way to its target.
  const halfway = (given.tokens + chosen.target) / 2;
  const isTooShort = chosen.when === 'early' && candidate.tokens > halfway;
  if (!removedLittle && !isStillDue && !isTooShort) return undefined;
  const { name: strategy, explicitSettingsJson: settings } = call;
  return { strategy, target, settings, tokens: candidate.tokens };
}
