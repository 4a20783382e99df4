import type { IContent, TokenEstimator } from '@palimpsest/core-types';
import type { Settings } from '@palimpsest/factory/settings';
import type { Breaker } from '../attempts/breaker.ts';
import type { CompressionEvent } from '../attempts/outcome.ts';
import { countEach, sum } from '../count-each.ts';
import type { CallSettings } from './call-settings.ts';
import type { OrchestratorState } from './orchestrator-state.ts';
import type { PrepareRequest } from './prepare-request.ts';
import type { PricedOptions } from './price-source.ts';

/** What one request is prepared with. */
export interface PrepareContext {
  readonly options: PricedOptions;
  readonly settings: Settings;
  readonly request: PrepareRequest;
  readonly call: CallSettings;
  readonly state: OrchestratorState;
  /** A copy; its changes count once the decision is applied. */
  readonly breaker: Breaker;
  /** All entries of the history; `history` has those that are sent: none of the blank AI entries. */
  readonly raw: readonly IContent[];
  readonly history: readonly IContent[];
  readonly estimateTokens: TokenEstimator;
  /** Start time in ms, by the orchestrator's clock. */
  readonly at: number;
  readonly emit: (event: CompressionEvent) => void;
}

/** A request as it could be sent. */
export interface Candidate {
  readonly history: readonly IContent[];
  readonly pending: readonly IContent[];
  /** Token estimate of the whole request: overhead, history and pending entries. */
  readonly tokens: number;
}

/** A candidate whose entries that were sent before are unchanged. */
export interface MeasuredCandidate extends Candidate {
  /** Tokens of each entry of the history. */
  readonly counts: readonly number[];
  /** Number of leading history entries that were sent before. */
  readonly seen: number;
  /** Tokens after those entries, pending entries included. */
  readonly freshTokens: number;
}

/** Returns a request with the sum of its entries' token estimates. */
export async function toCandidate(
  history: readonly IContent[],
  pending: readonly IContent[],
  context: PrepareContext,
): Promise<Candidate> {
  const { history: own, pending: others, tokens } = await measure(history, pending, context);
  return { history: own, pending: others, tokens };
}

/** Like `toCandidate`, for a history whose entries that were sent before are unchanged. */
export async function measure(
  history: readonly IContent[],
  pending: readonly IContent[],
  { estimateTokens, call, state, history: given }: PrepareContext,
): Promise<MeasuredCandidate> {
  const counts = await countEach(history, estimateTokens);
  const pendingTokens = sum(await countEach(pending, estimateTokens));
  const seen = Math.min(state.sent?.length ?? 0, given.length);
  return {
    history,
    pending,
    tokens: call.thresholds.overhead + sum(counts) + pendingTokens,
    counts,
    seen,
    freshTokens: sum(counts.slice(seen)) + pendingTokens,
  };
}
