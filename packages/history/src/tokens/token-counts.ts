import {
  type IContent,
  type TokenEstimator,
  CompressionStrategyError,
} from '@palimpsest/core-types';

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

/**
 * Returns an estimator that validates the results of another one. Counts each entry alone at most once; lists of several entries every time.
 *
 * @throws {CompressionStrategyError} `INVALID_ESTIMATE` on a call whose result is not a finite number of at least 0
 */
export function createCheckedEstimator(estimateTokens: TokenEstimator): TokenEstimator {
  const estimate: TokenEstimator = (contents) => {
    const answer = estimateTokens(contents);
    return typeof answer === 'object' && answer !== null ? answer.then(checked) : checked(answer);
  };
  const counts = createTokenCountCache(estimate);
  return (contents) => (contents.length === 1 ? counts.count(contents[0]!) : estimate(contents));
}

function checked(tokens: number): number {
  if (Number.isFinite(tokens) && tokens >= 0) return tokens;
  throw new CompressionStrategyError(
    `estimateTokens answered ${String(tokens)}; a finite number of at least 0 is needed.`,
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
