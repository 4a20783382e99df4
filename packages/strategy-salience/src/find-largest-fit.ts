import type { Ranking } from '@palimpsest/salience';
import { findPartitionPoint } from './find-partition-point.ts';

export interface FitOptions {
  readonly ranking: Ranking;
  /** Returns the tokens of the history with the given number of units selected. */
  readonly tokensAt: (taken: number) => Promise<number>;
  readonly targetTokens: number;
}

/** A distance to the target below this share is accepted. */
const CLOSE = 0.003;
const MOST_ROUNDS = 12;

/**
 * Returns how many units of a ranking fit, by the estimator's count of the whole history. Interpolates by unit costs; usually
 * two or three rounds.
 */
export async function findLargestFit({
  ranking,
  tokensAt,
  targetTokens,
}: FitOptions): Promise<number> {
  const { costs } = ranking;
  let [low, high] = [0, costs.length];
  if (high === 0) return 0;
  let lowTokens = await tokensAt(0);
  if (lowTokens > targetTokens) return 0;
  let highTokens = await tokensAt(high);
  if (highTokens <= targetTokens) return high;
  for (let round = 0; round < MOST_ROUNDS && high - low > 1; round += 1) {
    if (targetTokens - lowTokens <= CLOSE * targetTokens) break;
    const costLow = low === 0 ? 0 : costs[low - 1]!;
    const costHigh = costs[high - 1]!;
    const share = (targetTokens - lowTokens) / Math.max(1, highTokens - lowTokens);
    // Every third round bisects, which bounds the number of rounds for any estimator.
    const cost = costLow + share * (costHigh - costLow);
    const guess =
      round % 3 === 2
        ? (low + high) >> 1
        : findPartitionPoint(costs.length, (at) => costs[at]! > cost);
    const taken = Math.min(high - 1, Math.max(low + 1, guess));
    const tokens = await tokensAt(taken);
    if (tokens <= targetTokens) [low, lowTokens] = [taken, tokens];
    else [high, highTokens] = [taken, tokens];
  }
  return low;
}
