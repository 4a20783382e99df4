/** Longest run that is passed to an encoder as one piece, in UTF-16 units. */
const RUN_MAX_LENGTH = 1_024;

/**
 * Splits a text where a run of letters, or of characters other than letters, digits and white space, exceeds 1,024 units. Encoders need
 * quadratic time for such a run; each split costs less than one token of accuracy. The joined pieces are the text.
 */
export function splitRuns(text: string): string[] {
  const pieces: string[] = [];
  let start = 0;
  let letters = 0;
  let signs = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    const isLetter = (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
    const isGap = code <= 32 || (code >= 48 && code <= 57);
    // A character after ASCII may be either, so it extends both runs.
    letters = isLetter || code > 127 ? letters + 1 : 0;
    signs = isGap || isLetter ? 0 : signs + 1;
    const isHalf = code >= 0xdc00 && code <= 0xdfff;
    if ((letters > RUN_MAX_LENGTH || signs > RUN_MAX_LENGTH) && !isHalf) {
      pieces.push(text.slice(start, index));
      start = index;
      letters = 1;
      signs = 1;
    }
  }
  pieces.push(start === 0 ? text : text.slice(start));
  return pieces;
}
