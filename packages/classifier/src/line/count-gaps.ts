import { CLASS, IDEOGRAPH, SPACE, SYLLABLE } from '../scan/character-class.ts';

/** Returns the number of runs of spaces between `start` and `end`, at most `limit` + 1. */
export function countGaps(text: string, start: number, end: number, limit: number): number {
  let gaps = 0;
  for (let index = start; index < end && gaps <= limit; index++)
    if (CLASS[text.charCodeAt(index)] === SPACE && CLASS[text.charCodeAt(index - 1)] !== SPACE)
      gaps++;
  return gaps;
}

/** Returns the number of characters of scripts without spaces. */
export function countUnspaced(text: string, start: number, end: number): number {
  let count = 0;
  for (let index = start; index < end; index++) {
    const kind = CLASS[text.charCodeAt(index)];
    if (kind === IDEOGRAPH || kind === SYLLABLE) count++;
  }
  return count;
}
