import {
  type IContent,
  type TokenEstimator,
  CompressionStrategyError,
} from '@palimpsest/core-types';

/**
 * Caches the count of each entry by identity: entries are replaced, never changed. Concurrent calls share one count; a failed one is not
 * cached.
 */
export interface TokenCountCache {
  /** Returns the tokens of one entry. */
  count(entry: IContent): Promise<number> | number;
  /** Returns the sum over entries; for an estimator that is not additive, an approximation of the tokens of the list. */
  total(entries: readonly IContent[]): Promise<number>;
}

export function createTokenCountCache(estimate: TokenEstimator): TokenCountCache {
  const known = new WeakMap<IContent, Promise<number> | number>();
  const count = (entry: IContent): Promise<number> | number => {
    const remembered = known.get(entry);
    if (remembered !== undefined) return remembered;
    const estimated = estimate([entry]);
    if (typeof estimated === 'number') {
      known.set(entry, estimated);
      return estimated;
    }
    const counting = estimated.then(
      (tokens) => {
        known.set(entry, tokens);
        return tokens;
      },
      (error: unknown) => {
        known.delete(entry);
        throw error;
      },
    );
    known.set(entry, counting);
    return counting;
  };
  return {
    count,
    async total(entries) {
      let sum = 0;
      for (const entry of entries) {
        const tokens = count(entry);
        sum += typeof tokens === 'number' ? tokens : await tokens;
      }
      return sum;
    },
  };
}

/**
 * Returns an estimator that validates the results of another one. Caches the counts of single entries, not of longer or empty lists.
 *
 * @returns an estimator that throws, or rejects, a `CompressionStrategyError` `INVALID_ESTIMATE` for a result that is not a finite number of at
 * least 0
 */
export function createCheckedEstimator(estimateTokens: TokenEstimator): TokenEstimator {
  const estimate: TokenEstimator = (contents) => {
    const estimated = estimateTokens(contents);
    return typeof estimated === 'object' && estimated !== null
      ? estimated.then(checked)
      : checked(estimated);
  };
  const counts = createTokenCountCache(estimate);
  return (contents) => (contents.length === 1 ? counts.count(contents[0]!) : estimate(contents));
}

function checked(tokens: number): number {
  if (Number.isFinite(tokens) && tokens >= 0) return tokens;
  throw new CompressionStrategyError(
    `estimateTokens: expected a finite number of at least 0, got ${String(tokens)}.`,
    'INVALID_ESTIMATE',
  );
}

/** Counts the tokens of each part of a history; 0 for a part without entries. */
export async function countParts<Part extends string>(
  history: readonly IContent[],
  parts: readonly Part[],
  options: {
    readonly partOf: (entry: IContent, index: number) => Part;
    readonly estimateTokens: TokenEstimator;
  },
): Promise<Record<Part, number>> {
  const { partOf, estimateTokens } = options;
  const entries = new Map<Part, IContent[]>(parts.map((part) => [part, []]));
  for (const [index, entry] of history.entries()) entries.get(partOf(entry, index))!.push(entry);
  const tokens: Partial<Record<Part, number>> = {};
  for (const [part, own] of entries)
    tokens[part] = own.length === 0 ? 0 : await estimateTokens(own);
  return tokens as Record<Part, number>;
}
