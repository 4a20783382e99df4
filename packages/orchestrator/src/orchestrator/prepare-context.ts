import type { IContent, TokenEstimator } from '@palimpsest/core-types';
import type { Settings } from '@palimpsest/factory/settings';
import { curate, findFirstChange } from '@palimpsest/engine/history';
import type { Breaker } from '../attempts/breaker.ts';
import type { CompressionEvent } from '../attempts/outcome.ts';
import type { TokenMeter, TokenSums } from '../meter/token-meter.ts';
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
  /** All entries of the history; `curated` are those that are sent. */
  readonly raw: readonly IContent[];
  readonly curated: readonly IContent[];
  readonly pending: readonly IContent[];
  readonly meter: TokenMeter;
  readonly estimateTokens: TokenEstimator;
  /** Start time in ms, by the orchestrator's clock. */
  readonly at: number;
  readonly emit: (event: CompressionEvent) => void;
}

interface CandidateEntries {
  /** Entries that the history will have. */
  readonly raw: readonly IContent[];
  /** Entries of `raw` that will be sent. */
  readonly sent: readonly IContent[];
  readonly pending: readonly IContent[];
}

export interface CandidateRequest extends CandidateEntries {
  /** Token estimate of the whole request: overhead, history and pending entries. */
  readonly tokens: number;
}

/** A planned request with token sums for every index of the history. */
export interface MeasuredRequest extends CandidateRequest {
  readonly sums: TokenSums;
  /** Number of leading history entries that were sent before. */
  readonly seen: number;
  /** Tokens after those entries, pending entries included. */
  readonly freshTokens: number;
}

/** Returns the candidate with another history; the same candidate if all entries are the same objects. */
export function withHistory(
  candidate: CandidateRequest,
  raw: readonly IContent[],
): CandidateEntries {
  if (findFirstChange(candidate.raw, raw) === undefined) return candidate;
  return { raw, sent: curate(raw), pending: candidate.pending };
}

/** Returns the candidate with its token estimate, a sum over single entries. */
export async function withTokenCount(
  candidate: CandidateEntries,
  { meter, call }: PrepareContext,
): Promise<CandidateRequest> {
  const history = await meter.tokensOf(candidate.sent);
  const pending = await meter.tokensOf(candidate.pending);
  return { ...candidate, tokens: call.thresholds.overhead + history + pending };
}

/** Measures a candidate whose entries that were sent before are unchanged. */
export async function measureCandidate(
  candidate: CandidateEntries,
  { meter, call, state, curated }: PrepareContext,
): Promise<MeasuredRequest> {
  const sums = await meter.measure(candidate.sent);
  const pending = await meter.tokensOf(candidate.pending);
  const seen = Math.min(state.sent?.length ?? 0, curated.length);
  return {
    ...candidate,
    tokens: call.thresholds.overhead + sums.tokens + pending,
    sums,
    seen,
    freshTokens: sums.tokensFrom(seen) + pending,
  };
}
