import type { IContent } from '@palimpsest/core-types';
import { indexExchanges, safeCuts, findTailStart } from '@palimpsest/history';

/** A strategy that is held to the laws on recorded conversations. */
export interface Subject {
  readonly name: string;
  /** Shares of the tokens to come down to; `undefined` leaves it to the strategy. */
  readonly ratios: readonly (number | undefined)[];
  /**
   * Index of the first entry that stays as it is.
   *
   * @param claimed entries of which the result says so itself
   * @throws {RangeError} where that is not even the newest whole exchange
   */
  readonly tailStart: (before: readonly IContent[], claimed?: number) => number;
}

export const SUBJECTS: readonly Subject[] = [
  { name: 'salience', ratios: [0.5, 0.35, 0.25, 0.15, 0.1], tailStart: claimedTail },
  {
    name: 'high-density',
    ratios: [0.7, 0.5, 0.3, undefined],
    tailStart: (before) => findTailStart(before, safeCuts(indexExchanges(before)), 0.2),
  },
  { name: 'top-down-truncation', ratios: [0.7, 0.5, 0.3, undefined], tailStart: newest(2) },
  { name: 'extractive', ratios: [0.7, 0.5, 0.3, undefined], tailStart: newest(4) },
];

/** The newest so many entries, and what belongs to them. */
function newest(count: number): Subject['tailStart'] {
  return (before) => safeCuts(indexExchanges(before)).atOrBefore(before.length - count);
}

/** What the result says of it; where nothing was done, the newest whole exchange. */
function claimedTail(before: readonly IContent[], claimed?: number): number {
  const start = newest(1)(before);
  if (claimed === undefined) return start;
  if (claimed >= before.length - start && claimed <= before.length) return before.length - claimed;
  throw new RangeError(
    `${claimed} of ${before.length} entries are said to be left alone, the newest whole exchange takes ${before.length - start}`,
  );
}
