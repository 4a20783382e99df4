import { findPartitionPoint } from './find-partition-point.ts';
import type { Ranking } from './rank.ts';

/** A distance to the target up to this share of it is accepted. */
const CLOSE = 0.004;
const MAX_ROUNDS = 12;

/** Tokens for a cost of 1, assumed until they are measured. A cost of 1 is a token of prose: paths, programs and logs have more for their length. */
const USUAL_RATE = 1.4;

/**
 * Returns how many units of a ranking fit into the target. Guesses a number by the costs, counts its tokens, and corrects the guess: usually two or
 * three rounds.
 *
 * @param ranking `costs[n]` is the cost of the first n + 1 units together
 * @param tokensAt counts the tokens of the whole result with the first units
 */
export async function findLargestFit(
  ranking: Pick<Ranking, 'costs'>,
  tokensAt: (selectedCount: number) => number | Promise<number>,
  targetTokens: number,
): Promise<number> {
  const { costs } = ranking;
  const costOf = (selectedCount: number): number =>
    selectedCount === 0 ? 0 : costs[selectedCount - 1]!;
  let last = { count: 0, tokens: await tokensAt(0) };
  if (last.tokens > targetTokens) return 0;
  /** The largest count that is known to fit. */
  let low = last;
  /** The smallest count that is known not to fit. */
  let high = costs.length + 1;
  let rate = USUAL_RATE;
  for (let round = 1; round <= MAX_ROUNDS && high - low.count > 1; round += 1) {
    if (targetTokens - low.tokens <= CLOSE * targetTokens) break;
    // Every fourth round bisects, which bounds the number of rounds for any estimator.
    const wanted = (1 - CLOSE / 2) * targetTokens;
    const cost = costOf(last.count) + (wanted - last.tokens) / rate;
    const guess =
      round % 4 === 0
        ? (low.count + high) >> 1
        : findPartitionPoint(costs.length, (at) => costs[at]! > cost);
    const count = Math.min(high - 1, Math.max(low.count + 1, guess));
    const next = { count, tokens: await tokensAt(count) };
    const measured = (next.tokens - last.tokens) / (costOf(next.count) - costOf(last.count));
    if (measured > 0 && Number.isFinite(measured)) rate = measured;
    if (next.tokens <= targetTokens) low = next;
    else high = count;
    last = next;
  }
  return low.count;
}
