import type { IContent } from '@palimpsest/core-types';
import { newest } from '../strategies.ts';

/** A strategy that is checked against the laws on recorded conversations. */
export interface Subject {
  readonly name: string;
  /** Targets as shares of the tokens; `undefined` uses the strategy's default. */
  readonly ratios: readonly (number | undefined)[];
  /**
   * Returns the tail start.
   *
   * @param claimed number of tail entries according to the result
   * @throws {RangeError} when that is less than the newest whole exchange
   */
  readonly tailStart: (before: readonly IContent[], claimed?: number) => number;
}

export const SUBJECTS: readonly Subject[] = [
  { name: 'salience', ratios: [0.5, 0.35, 0.25, 0.15, 0.1], tailStart: claimedTail },
  {
    name: 'high-density',
    ratios: [0.7, 0.5, 0.3, undefined],
    tailStart: claimedTail,
  },
  { name: 'top-down-truncation', ratios: [0.7, 0.5, 0.3, undefined], tailStart: newest(2) },
  { name: 'clean-window', ratios: [0.7, 0.3, undefined], tailStart: newest(1) },
  { name: 'extractive', ratios: [0.7, 0.5, 0.3, undefined], tailStart: claimedTail },
];

/** Returns the tail start that the result reports; without a result, the start of the newest whole exchange. */
function claimedTail(before: readonly IContent[], claimed?: number): number {
  const start = newest(1)(before);
  if (claimed === undefined) return start;
  if (claimed >= before.length - start && claimed <= before.length) return before.length - claimed;
  throw new RangeError(
    `${claimed} of ${before.length} entries are said to be left alone, the newest whole exchange takes ${before.length - start}`,
  );
}
