import { CLASS, IDEOGRAPH, NEWLINE, SPACE, SYLLABLE } from './scan/character-class.ts';

/** Number of UTF-16 units that count as a word in scripts without spaces. */
const IDEOGRAPHS_PER_WORD = 2;
const SYLLABLES_PER_WORD = 4;

/** Returns whether a text has at least `limit` words. Stops reading at the limit. */
export function hasWords(text: string, limit: number): boolean {
  let words = 0;
  let isSpaced = true;
  for (let index = 0; index < text.length; index++) {
    const kind = CLASS[text.charCodeAt(index)]!;
    const isSpace = kind === SPACE || kind === NEWLINE;
    if (kind === IDEOGRAPH) words += 1 / IDEOGRAPHS_PER_WORD;
    else if (kind === SYLLABLE) words += 1 / SYLLABLES_PER_WORD;
    else if (isSpaced && !isSpace) words++;
    if (words >= limit) return true;
    isSpaced = isSpace;
  }
  return false;
}
