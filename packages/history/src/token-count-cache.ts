import type { IContent, TokenEstimator } from '@palimpsest/core-types';

/** Counts each entry once and caches the count by identity, pending ones included: entries are replaced, never changed. */
export interface TokenCountCache {
  /** Returns the tokens of one entry. */
  count(entry: IContent): Promise<number> | number;
  /** Returns the sum over entries. Exact for additive estimators. */
  total(entries: readonly IContent[]): Promise<number>;
}

export function createTokenCountCache(estimate: TokenEstimator): TokenCountCache {
  const known = new WeakMap<IContent, Promise<number> | number>();
  const count = (entry: IContent): Promise<number> | number => {
    const remembered = known.get(entry);
    if (remembered !== undefined) return remembered;
    const answer = estimate([entry]);
    if (typeof answer === 'number') {
      known.set(entry, answer);
      return answer;
    }
    const counting = answer.then(
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
