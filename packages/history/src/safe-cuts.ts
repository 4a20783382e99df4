import type { ExchangeIndex } from './exchange-index.ts';

/**
 * Where a history may be cut in two: no call is separated from its results, and no unmatched result begins the second part. A cut `i` lies
 * before entry `i`.
 */
export interface SafeCuts {
  isSafe(index: number): boolean;
  /** The nearest safe cut at or before `index`; 0 is always safe. */
  atOrBefore(index: number): number;
  /** The nearest safe cut at or after `index`, or `undefined` where only unanswered calls follow. */
  atOrAfter(index: number): number | undefined;
}

/** Built in one pass; each question is answered in constant time. */
export function safeCuts({ history, exchanges, unmatchedResults }: ExchangeIndex): SafeCuts {
  const { length } = history;
  const opens = new Int32Array(length + 2);
  for (const { start, end, isPending } of exchanges) {
    opens[start + 1]! += 1;
    opens[(isPending ? length : end) + 1]! -= 1;
  }
  for (const { entry } of unmatchedResults) {
    if (entry === 0) continue;
    opens[entry]! += 1;
    opens[entry + 1]! -= 1;
  }
  const before = new Int32Array(length + 1);
  const after = new Int32Array(length + 1);
  for (let index = 0, depth = 0; index <= length; index += 1) {
    depth += opens[index]!;
    before[index] = depth === 0 ? index : before[index - 1]!;
  }
  for (let index = length, next = -1; index >= 0; index -= 1) {
    if (before[index] === index) next = index;
    after[index] = next;
  }
  // What is not a number counts as 0: nothing lies before that cut.
  const clamp = (index: number): number => Math.min(length, Math.max(0, Math.trunc(index) || 0));
  return {
    isSafe: (index) => before[clamp(index)] === index,
    atOrBefore: (index) => before[clamp(index)]!,
    atOrAfter: (index) => {
      const cut = after[clamp(index)]!;
      return cut < 0 ? undefined : cut;
    },
  };
}
