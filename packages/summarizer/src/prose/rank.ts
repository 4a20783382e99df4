import type { ProseReading } from './read-prose.ts';

/** Scores and shares beyond these are as good as these. */
const MOST_SCORE = 0xffff;
const MOST_SHARE = 0x3f;
const MOST_INDEX = 2 ** 30;
const BEST_OF_PARAGRAPH: number = (MOST_SCORE + 1) * (MOST_SHARE + 1) * MOST_INDEX;

/** Up to so many numbers are put in order one by one. */
const FEW = 40;

/**
 * Indexes of sentences in the order in which they are picked: the best of each paragraph, then the others; each by score, then by what
 * they share with the text, then in reading order. Sentences of a score below 0 are left out.
 *
 * @param bests in reading order
 */
export function ranked(bests: readonly number[], { scores, shares }: ProseReading): number[] {
  // All that decides is packed into one number, which engines sort many times faster than objects.
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

/** From the largest to the smallest. */
function sortedMany(keys: readonly number[]): number[] {
  return Array.from(Float64Array.from(keys).toSorted().toReversed());
}

/** The same, in place. */
function sortedFew(keys: number[]): number[] {
  for (let index = 1; index < keys.length; index++) {
    const key = keys[index]!;
    let place = index;
    for (; place > 0 && keys[place - 1]! < key; place--) keys[place] = keys[place - 1]!;
    keys[place] = key;
  }
  return keys;
}
