import { estimateTokenRates, type SelectionInput, type Rates } from './selection-input.ts';
import { chooseSkeleton } from './skeletons.ts';

/** From this share of the reducible tokens on, every term fits, and whole lines count increasingly. */
const PLENTY = 0.25;

/** How a target is divided before units are selected. */
export interface Budget {
  /** Tokens for all reducible content. */
  readonly room: number;
  /** Index of the skeleton that calls keep of their arguments. */
  readonly skeleton: number;
  /** Weight of whole lines relative to their terms. */
  readonly lineShare: number;
  readonly rates: Rates;
}

/** Divides a target: retained entries first; calls may use a tenth of the rest; a small budget raises the weight of terms. */
export function budgetOf(ground: SelectionInput, targetTokens: number): Budget {
  const { parts, standings, tokens, weights } = ground;
  let room = targetTokens;
  let ordinary = 0;
  for (const [at, standing] of standings.entries()) {
    if (standing === 'ordinary') ordinary += tokens[at]!;
    else room -= tokens[at]!;
  }
  const { full, ample } = weights.lineShare;
  const share = Math.max(0, room) / Math.max(1, ordinary);
  const calls = parts.flatMap((of, at) =>
    standings[at] === 'ordinary' ? of.filter(({ role }) => role === 'arguments') : [],
  );
  const rates = estimateTokenRates(ground);
  return {
    room,
    rates,
    skeleton: chooseSkeleton(calls, { room, rateOf: rates.text }),
    lineShare: full * Math.min(1, share / ample) ** 2 * Math.max(1, share / PLENTY),
  };
}
