import { CLASS, DASH, DIGIT, LOWER, SLASH, UNDERSCORE, UPPER } from './character-class.ts';

/** Shortest stretch of base64, in UTF-16 units. */
const MIN_LENGTH = 40;

/** So many small letters in a row are a piece of a word. */
const MIN_WORD = 4;

/** Most of the length, in percent, that may be pieces of words, and that may be slashes. */
const MAX_WORDS = 30;
const MAX_SLASHES = 12;

const NEEDED = (1 << LOWER) | (1 << UPPER) | (1 << DIGIT);

/**
 * Whether a run of letters, digits and `_-+/=` holds base64: 40 characters of its alphabet and more, with small letters, capitals and digits.
 * In base64 8 of 100 characters stand in four small letters in a row; in camelCase names and paths more than half do, or slashes are many.
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
