import type { IContent } from '@palimpsest/core-types';
import { curate, findFirstChange } from '@palimpsest/history';
import type { TokenSums } from '../meter/token-meter.ts';
import type { PrepareContext } from './prepare-context.ts';

/** A planned request; nothing is applied yet. */
export interface CandidateRequest {
  /** Entries that the history will have. */
  readonly raw: readonly IContent[];
  /** Entries of `raw` that will be sent. */
  readonly sent: readonly IContent[];
  readonly pending: readonly IContent[];
  /** Token estimate of the whole request: overhead, history and pending entries. */
  readonly tokens: number;
}

/** Returns the candidate with another history; the same candidate if all entries are the same objects. */
export function withHistory(
  draft: CandidateRequest,
  raw: readonly IContent[],
): Omit<CandidateRequest, 'tokens'> {
  if (findFirstChange(draft.raw, raw) === undefined) return draft;
  return { raw, sent: curate(raw), pending: draft.pending };
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

/** Measures the request as given. */
export async function measureRequest(ground: PrepareContext): Promise<MeasuredRequest> {
  const { raw, curated: sent, pending } = ground;
  return await measureCandidate({ raw, sent, pending }, ground);
}

/** Measures a candidate whose entries that were sent before are unchanged. */
export async function measureCandidate(
  draft: Omit<CandidateRequest, 'tokens'>,
  ground: PrepareContext,
): Promise<MeasuredRequest> {
  const { meter, call, state } = ground;
  const sums = await meter.measure(draft.sent);
  const thinking = await ground.thinkingMeter.measure(draft.sent);
  const pending = await countPendingTokens(draft.pending, ground);
  const seen = Math.min(state.sent?.length ?? 0, ground.curated.length);
  return {
    ...draft,
    tokens: call.thresholds.overhead + sums.tokens + pending,
    sums,
    thinking,
    seen,
    freshTokens: sums.tokensFrom(seen) + pending,
  };
}

/** Returns the candidate with its token estimate, a sum over single entries. */
export async function withTokenCount(
  draft: Omit<CandidateRequest, 'tokens'>,
  ground: PrepareContext,
): Promise<CandidateRequest> {
  const { meter, call } = ground;
  const history = await meter.tokensOf(draft.sent);
  const pending = await countPendingTokens(draft.pending, ground);
  return { ...draft, tokens: call.thresholds.overhead + history + pending };
}

export async function countPendingTokens(
  pending: readonly IContent[],
  { meter }: Pick<PrepareContext, 'meter'>,
): Promise<number> {
  return pending.length === 0 ? 0 : await meter.tokensOf(pending);
}
