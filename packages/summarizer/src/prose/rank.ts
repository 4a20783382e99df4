import type { ProseReading } from './read-prose.ts';

/** Larger scores and shares are clamped to this. */
const MOST_SCORE = 0xffff;
const MOST_SHARE = 0x3f;
const MOST_INDEX = 2 ** 30;
const BEST_OF_PARAGRAPH: number = (MOST_SCORE + 1) * (MOST_SHARE + 1) * MOST_INDEX;

/** Up to this count, numbers are sorted by insertion. */
const FEW = 40;

/**
 * Returns the indices of sentences in order of selection: the best of each paragraph, then the others; each by score, then by shared words,
 * then in reading order. Sentences with a score below 0 are omitted.
 *
 * @param bests in reading order
 */
export function ranked(bests: readonly number[], { scores, shares }: ProseReading): number[] {
  // The sort key is packed into one number, which sorts many times faster than objects.
  const keys: number[] = [];
  let best = 0;
  for (let index = 0; index < scores.length; index++) {
    const isBest = bests[best] === index;
    if (isBest) best++;
    if (scores[index]! < 0) continue;
    const score = Math.min(scores[index]!, MOST_SCORE);
    const share = Math.min(shares[index]!, MOST_SHARE);
    const key = (score * (MOST_SHARE + 1) + share) * MOST_INDEX + (MOST_INDEX - 1 - index);
    keys.push(isBest ? BEST_OF_PARAGRAPH + key : key);
  }
  const sorted = keys.length > FEW ? sortedMany(keys) : sortedFew(keys);
  for (let place = 0; place < sorted.length; place++)
    sorted[place] = MOST_INDEX - 1 - (sorted[place]! % MOST_INDEX);
  return sorted;
}

/** Sorts in descending order. */
function sortedMany(keys: readonly number[]): number[] {
  return Array.from(Float64Array.from(keys).toSorted().toReversed());
}

/** Sorts in descending order, in place. */
function sortedFew(keys: number[]): number[] {
  for (let index = 1; index < keys.length; index++) {
    const key = keys[index]!;
    let place = index;
    for (; place > 0 && keys[place - 1]! < key; place--) keys[place] = keys[place - 1]!;
    keys[place] = key;
  }
  return keys;
}
