import type { ExchangeIndex } from './exchange-index.ts';

/** The indices that no tool exchange spans. A cut `i` is before entry `i`; no unmatched result starts the second part. */
export interface SafeCuts {
  isSafe(index: number): boolean;
  /** Returns the nearest safe cut at or before `index`; 0 is always safe. */
  atOrBefore(index: number): number;
  /** Returns the nearest safe cut at or after `index`; `undefined` if only calls without a result follow. */
  atOrAfter(index: number): number | undefined;
}

/** Finds all safe cuts in one pass; each query takes constant time. */
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
  // NaN counts as 0.
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
