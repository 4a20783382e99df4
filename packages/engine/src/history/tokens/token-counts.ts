import {
  type IContent,
  type TokenEstimator,
  CompressionStrategyError,
} from '@palimpsest/core-types';

/**
 * Returns an estimator that validates the results of another one. Caches the counts of single entries by identity, as entries are replaced,
 * never changed; concurrent calls share one count, and a failed one is not cached. Longer or empty lists are counted each time.
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
  const known = new WeakMap<IContent, Promise<number> | number>();
  return (contents) => {
    if (contents.length !== 1) return estimate(contents);
    const entry = contents[0]!;
    const remembered = known.get(entry);
    if (remembered !== undefined) return remembered;
    const counted = estimate(contents);
    known.set(entry, counted);
    if (typeof counted !== 'number') {
      counted.then(
        (tokens) => known.set(entry, tokens),
        () => known.delete(entry),
      );
    }
    return counted;
  };
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
