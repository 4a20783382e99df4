import { CLASS, DASH, DIGIT, LOWER, SLASH, UNDERSCORE, UPPER } from './character-class.ts';

/** Minimum length of base64, in UTF-16 units. */
const MIN_LENGTH = 40;

/** Minimum number of adjacent lower-case letters that count as part of a word. */
const MIN_WORD = 4;

/** Maximum share of parts of words, and of slashes, in percent of the length. */
const MAX_WORDS = 30;
const MAX_SLASHES = 12;

const NEEDED = (1 << LOWER) | (1 << UPPER) | (1 << DIGIT);

/**
 * Returns whether a run of letters, digits and `_-+/=` contains base64: at least 40 characters of its alphabet, with lower case, capitals and
 * digits. In base64, 8 % of the characters are in runs of four lower-case letters; in camelCase names and paths more than half are, or slashes
 * are frequent.
 */
export function isBase64(text: string, start: number, end: number): boolean {
  if (end - start < MIN_LENGTH) return false;
  let from = start;
  let bits = 0;
  let inWords = 0;
  let row = 0;
  let slashes = 0;
  for (let index = start; index <= end; index++) {
    const kind = index < end ? CLASS[text.charCodeAt(index)]! : DASH;
    if (kind === LOWER) {
      row++;
      if (row === MIN_WORD) inWords += MIN_WORD;
      else if (row > MIN_WORD) inWords++;
    } else row = 0;
    if (kind === SLASH) slashes++;
    if (kind !== UNDERSCORE && kind !== DASH) bits |= 1 << kind;
    else {
      const length = index - from;
      const isMixed = length >= MIN_LENGTH && (bits & NEEDED) === NEEDED;
      if (isMixed && inWords * 100 <= length * MAX_WORDS && slashes * 100 <= length * MAX_SLASHES)
        return true;
      from = index + 1;
      bits = 0;
      inWords = 0;
      slashes = 0;
    }
  }
  return false;
}
