/** Longest unbroken run that is handed to an encoder in one piece, in UTF-16 units. */
const RUN_MAX_LENGTH = 1_024;

/**
 * Cuts a text where a run of letters, or of anything but letters, digits and white space, grows longer than 1,024 characters. Encoders
 * take time that grows with the square of such a run; each cut costs less than one token of accuracy. Joined, the pieces are the text.
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
    // Beyond ASCII anything may be either, so it lengthens both.
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
