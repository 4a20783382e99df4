import type { IContent } from '@palimpsest/core-types';
import type { TokenSums } from '../meter/token-sums.ts';
import type { Draft } from './draft.ts';
import type { Ground } from './ground.ts';

/** The request as it would be sent, with sums for every index of the history. */
export interface GivenDraft extends Draft {
  readonly sums: TokenSums;
  /** Of reasoning that is bound to what precedes it. */
  readonly thinking: TokenSums;
  /** Entries of the history that were sent before. */
  readonly seen: number;
  /** Tokens behind them. */
  readonly freshTokens: number;
}

/** The request as it was given. */
export async function givenDraft(ground: Ground): Promise<GivenDraft> {
  const { raw, curated: sent, pending } = ground;
  return await measureGiven({ raw, sent, pending }, ground);
}

/** A draft of which what was sent before is still the same. */
export async function measureGiven(
  draft: Omit<Draft, 'tokens'>,
  ground: Ground,
): Promise<GivenDraft> {
  const { meter, call, state } = ground;
  const sums = await meter.measure(draft.sent);
  const thinking = await ground.thinkingMeter.measure(draft.sent);
  const pending = await pendingTokensOf(draft.pending, ground);
  const seen = Math.min(state.sent?.length ?? 0, ground.curated.length);
  return {
    ...draft,
    tokens: call.lines.beside + sums.tokens + pending,
    sums,
    thinking,
    seen,
    freshTokens: sums.tokensFrom(seen) + pending,
  };
}

/** A draft with its tokens, each entry counted once. */
export async function measured(draft: Omit<Draft, 'tokens'>, ground: Ground): Promise<Draft> {
  const { meter, call } = ground;
  const history = await meter.tokensOf(draft.sent);
  const pending = await pendingTokensOf(draft.pending, ground);
  return { ...draft, tokens: call.lines.beside + history + pending };
}

export async function pendingTokensOf(
  pending: readonly IContent[],
  { meter }: Pick<Ground, 'meter'>,
): Promise<number> {
  return pending.length === 0 ? 0 : await meter.tokensOf(pending);
}
