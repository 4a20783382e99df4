import type { IContent, TokenEstimator } from '@palimpsest/core-types';

/** Maximum concurrent calls of an asynchronous estimator. */
const MAX_CONCURRENT = 32;

/**
 * Returns the token estimate of each entry.
 *
 * @param estimateTokens called with one entry at a time
 * @throws whatever the estimator throws
 */
export async function countEach(
  entries: readonly IContent[],
  estimateTokens: TokenEstimator,
): Promise<readonly number[]> {
  const counts: number[] = [];
  // An async function: an error thrown inside `map` would leave the promises before it without a handler.
  const count = async (entry: IContent): Promise<number> => await estimateTokens([entry]);
  for (let from = 0; from < entries.length; from += MAX_CONCURRENT) {
    const some = entries.slice(from, from + MAX_CONCURRENT);
    counts.push(...(await Promise.all(some.map(count))));
  }
  return counts;
}

export function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
