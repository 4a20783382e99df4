import { estimateTokenRates, type SelectionInput, type Rates } from './selection-input.ts';
import { chooseSkeleton } from './skeletons.ts';

/** From this share of what may be reduced on, every name has found its place, and lines count for more and more. */
const PLENTY = 0.25;

/** How a target is shared out before anything is chosen. */
export interface Budget {
  /** Tokens for everything that may be reduced. */
  readonly room: number;
  /** Number of what calls keep of their arguments. */
  readonly skeleton: number;
  /** How much whole lines count beside the names in them. */
  readonly lineShare: number;
  readonly rates: Rates;
}

/** Shares a target out: what stays whole first; calls may take a tenth of the rest; where there is little room, names count for more. */
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
