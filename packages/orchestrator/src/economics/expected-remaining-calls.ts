import { checkAmount } from './check-prices.ts';

export interface RemainingCallsOptions {
  /** However young a history is, it is expected to see so many more. @default 2 */
  readonly atLeast?: number;
  /** However old, not more than so many. @default 200 */
  readonly atMost?: number;
}

/** Estimates how many calls are still to come, the next one included, from how many there were. */
export type RemainingCallsEstimator = (callsSoFar: number) => number;

/**
 * As many as there were: of things whose length has no usual size, what has lasted is expected to last as long again. Agents' sessions are
 * of that kind: most are short, and the long ones are very long. It errs to the careful side early, when edits would have to pay quickly, and is
 * bounded so that an old session does not rewrite on the promise of an endless one. Who knows better (a fixed number of steps, the mean
 * of earlier sessions) hands that in.
 *
 * @throws PricingError for figures that cannot be meant
 */
export function expectedRemainingCalls(
  callsSoFar: number,
  { atLeast = 2, atMost = 200 }: RemainingCallsOptions = {},
): number {
  checkAmount('atLeast', atLeast);
  checkAmount('atMost', atMost);
  return Math.max(atLeast, Math.min(atMost, checkAmount('callsSoFar', callsSoFar)));
}
