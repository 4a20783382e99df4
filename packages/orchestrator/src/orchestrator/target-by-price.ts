import { chooseTarget, type TargetChoice } from '../economics/choose-target.ts';
import type { PrepareContext } from './prepare-context.ts';
import { growthPerCall, remainingCalls } from './schedule-edits.ts';

/** Targets that are compared, as shares of the reducible tokens. */
const SHARES = [0.6, 0.4, 0.25, 0.15];
/** No target leaves fewer tokens in addition to the overhead: there is little to save and much to lose. */
const MIN_TOKENS = 4_000;

/** Returns the target with the smallest expected bill; `undefined` without prices, or where little can be saved. Loaded on first use. */
export function targetByPrice(
  tokens: number,
  { call, state }: PrepareContext,
): TargetChoice | undefined {
  const { prices, cacheTtl, thresholds } = call;
  const { overhead, trigger } = thresholds;
  if (prices === undefined || tokens - overhead <= MIN_TOKENS) return undefined;
  return chooseTarget({
    prices,
    cacheTtl,
    tokens,
    prefixTokens: overhead,
    trigger,
    growthPerCall: growthPerCall(state),
    expectedCalls: remainingCalls(call, state.schedule.calls),
    candidates: SHARES.map(
      (share) => overhead + Math.max(MIN_TOKENS, share * (Math.min(tokens, trigger) - overhead)),
    ),
  });
}
