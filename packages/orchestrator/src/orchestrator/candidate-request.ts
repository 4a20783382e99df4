import type { IContent } from '@palimpsest/core-types';
import { curate, findFirstChange } from '@palimpsest/history';
import type { TokenSums } from '../meter/token-meter.ts';
import type { PrepareContext } from './prepare-context.ts';

/** A request on its way: nothing of it has happened yet. */
export interface CandidateRequest {
  /** What the conversation will hold. */
  readonly raw: readonly IContent[];
  /** What will be sent of it. */
  readonly sent: readonly IContent[];
  readonly pending: readonly IContent[];
  /** Of the whole request, by the estimator: system prompt, tools and pending entries too. */
  readonly tokens: number;
}

/** A draft with another history. The very same drafts where nothing is another entry. */
export function withHistory(
  draft: CandidateRequest,
  raw: readonly IContent[],
): Omit<CandidateRequest, 'tokens'> {
  if (findFirstChange(draft.raw, raw) === undefined) return draft;
  return { raw, sent: curate(raw), pending: draft.pending };
}

/** The request as it would be sent, with sums for every index of the history. */
export interface MeasuredRequest extends CandidateRequest {
  readonly sums: TokenSums;
  /** Of reasoning that is bound to what precedes it. */
  readonly thinking: TokenSums;
  /** Entries of the history that were sent before. */
  readonly seen: number;
  /** Tokens behind them. */
  readonly freshTokens: number;
}

/** The request as it was given. */
export async function measureRequest(ground: PrepareContext): Promise<MeasuredRequest> {
  const { raw, curated: sent, pending } = ground;
  return await measureCandidate({ raw, sent, pending }, ground);
}

/** A draft of which what was sent before is still the same. */
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

/** A draft with its tokens, each entry counted once. */
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
