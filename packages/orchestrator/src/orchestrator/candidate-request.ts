import type { IContent } from '@palimpsest/core-types';
import { curate, findFirstChange } from '@palimpsest/history';
import type { TokenSums } from '../meter/token-meter.ts';
import type { PrepareContext } from './prepare-context.ts';

/** The entries of a planned request; nothing is applied yet. */
interface CandidateEntries {
  /** Entries that the history will have. */
  readonly raw: readonly IContent[];
  /** Entries of `raw` that will be sent. */
  readonly sent: readonly IContent[];
  readonly pending: readonly IContent[];
}

/** A planned request. */
export interface CandidateRequest extends CandidateEntries {
  /** Token estimate of the whole request: overhead, history and pending entries. */
  readonly tokens: number;
}

/** A planned request with token sums for every index of the history. */
export interface MeasuredRequest extends CandidateRequest {
  readonly sums: TokenSums;
  /** Tokens of bound reasoning. */
  readonly thinking: TokenSums;
  /** Number of leading history entries that were sent before. */
  readonly seen: number;
  /** Tokens after those entries, pending entries included. */
  readonly freshTokens: number;
}

/** Returns the candidate with another history; the same candidate if all entries are the same objects. */
export function withHistory(draft: CandidateRequest, raw: readonly IContent[]): CandidateEntries {
  if (findFirstChange(draft.raw, raw) === undefined) return draft;
  return { raw, sent: curate(raw), pending: draft.pending };
}

/** Returns the candidate with its token estimate, a sum over single entries. */
export async function withTokenCount(
  draft: CandidateEntries,
  { meter, call }: PrepareContext,
): Promise<CandidateRequest> {
  const history = await meter.tokensOf(draft.sent);
  const pending = await meter.tokensOf(draft.pending);
  return { ...draft, tokens: call.thresholds.overhead + history + pending };
}

/** Measures a candidate whose entries that were sent before are unchanged. */
export async function measureCandidate(
  draft: CandidateEntries,
  { meter, thinkingMeter, call, state, curated }: PrepareContext,
): Promise<MeasuredRequest> {
  const sums = await meter.measure(draft.sent);
  const thinking = await thinkingMeter.measure(draft.sent);
  const pending = await meter.tokensOf(draft.pending);
  const seen = Math.min(state.sent?.length ?? 0, curated.length);
  return {
    ...draft,
    tokens: call.thresholds.overhead + sums.tokens + pending,
    sums,
    thinking,
    seen,
    freshTokens: sums.tokensFrom(seen) + pending,
  };
}
