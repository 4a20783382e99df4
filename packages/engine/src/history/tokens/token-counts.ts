import {
  type IContent,
  type TokenEstimator,
  CompressionStrategyError,
} from '@palimpsest/core-types';
import { findFirstChange } from '../edits/plan.ts';

const CHECKED = new WeakSet<TokenEstimator>();

/** Lists of at most this many entries are parts of a history (a call and its result, a note and its marker). */
const MAX_PART = 2;

/**
 * Returns an estimator that validates the results of another one; the same if it does already. It remembers the counts of single entries, as
 * entries are replaced, never changed, and that of the last history: the last one that a strategy counts is usually its result.
 *
 * @returns an estimator that throws, or rejects, a `CompressionStrategyError` `INVALID_ESTIMATE` for a result that is not a finite number of at
 * least 0
 */
export function createCheckedEstimator(estimateTokens: TokenEstimator): TokenEstimator {
  if (CHECKED.has(estimateTokens)) return estimateTokens;
  const known = new WeakMap<IContent, Promise<number> | number>();
  let newest: readonly IContent[] = [];
  let newestTokens: Promise<number> | number = 0;
  const estimate = (contents: readonly IContent[]): Promise<number> | number => {
    const estimated = estimateTokens(contents);
    return typeof estimated === 'object' && estimated !== null
      ? estimated.then(checked)
      : checked(estimated);
  };
  const remembering: TokenEstimator = (contents) => {
    if (contents.length > MAX_PART) {
      if (findFirstChange(newest, contents) === undefined) return newestTokens;
      newestTokens = estimate(contents);
      if (typeof newestTokens !== 'number') newestTokens.catch(() => (newest = []));
      // A copy: a strategy may go on with its list.
      newest = [...contents];
      return newestTokens;
    }
    if (contents.length !== 1) return estimate(contents);
    const entry = contents[0]!;
    const remembered = known.get(entry);
    if (remembered !== undefined) return remembered;
    const counted = estimate(contents);
    known.set(entry, counted);
    if (typeof counted !== 'number') counted.catch(() => known.delete(entry));
    return counted;
  };
  CHECKED.add(remembering);
  return remembering;
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
