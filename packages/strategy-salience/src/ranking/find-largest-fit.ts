import { findPartitionPoint } from './find-partition-point.ts';
import type { Ranking } from './rank.ts';

/** A distance to the target below this share is accepted. */
const CLOSE = 0.004;
const MAX_ROUNDS = 12;

/**
 * Returns how many units of a ranking fit, by the estimator's count of the whole. Interpolates by the costs of units; usually two or three
 * rounds.
 */
export async function findLargestFit(
  { costs }: Pick<Ranking, 'costs'>,
  tokensAt: (selectedCount: number) => Promise<number>,
  targetTokens: number,
): Promise<number> {
  let [low, high] = [0, costs.length];
  if (high === 0) return 0;
  let lowTokens = await tokensAt(0);
  if (lowTokens > targetTokens) return 0;
  let highTokens = await tokensAt(high);
  if (highTokens <= targetTokens) return high;
  for (let round = 0; round < MAX_ROUNDS && high - low > 1; round += 1) {
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
    const selectedCount = Math.min(high - 1, Math.max(low + 1, guess));
    const tokens = await tokensAt(selectedCount);
    if (tokens <= targetTokens) [low, lowTokens] = [selectedCount, tokens];
    else [high, highTokens] = [selectedCount, tokens];
  }
  return low;
}
