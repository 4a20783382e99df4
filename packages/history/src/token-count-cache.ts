import type { IContent, TokenEstimator } from '@palimpsest/core-types';

/** Counts each entry once, also while the answer is still awaited, and remembers it by identity: entries are replaced, never changed, so a count stays true. */
export interface TokenCountCache {
  /** Tokens of one entry, by the estimator the ledger was made for. */
  count(entry: IContent): Promise<number> | number;
  /** Sum over entries. Exact for estimators that add up over entries. */
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
