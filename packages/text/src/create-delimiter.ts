/** Returns a string that cannot be predicted. */
export type RandomStringSource = () => string;

/** A random string that occurs in a text this many times was guessed. */
const MAX_DRAWS = 4;

/** Digits of the number after a guessed string: more numbers than a string can have characters. */
const NUMBER_LENGTH = 9;

/** Returns 16 hexadecimal digits from the platform's random number generator. */
export const randomHexString: RandomStringSource = () => {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
};

/**
 * Returns a string that occurs in none of the texts, so that it can mark the end of a quotation of them. Draws up to four times, then
 * appends a number. Linear in the texts, even if they guess many strings.
 */
export function createDelimiter(texts: readonly string[], draw: RandomStringSource): string {
  let drawn = '';
  for (let draws = 0; draws < MAX_DRAWS; draws += 1) {
    drawn = draw();
    if (drawn !== '' && !texts.some((text) => text.includes(drawn))) return drawn;
  }
  return appendNumber(drawn, texts);
}

/**
 * Returns the string with the smallest number that follows it in no text. All numbers have the same length, so none is a prefix of another.
 */
function appendNumber(drawn: string, texts: readonly string[]): string {
  const start = `${drawn}-`;
  const taken = new Set<string>();
  for (const text of texts) {
    for (let index = text.indexOf(start); index >= 0; index = text.indexOf(start, index + 1)) {
      taken.add(text.slice(index + start.length, index + start.length + NUMBER_LENGTH));
    }
  }
  for (let number = 0; ; number += 1) {
    const suffix = String(number).padStart(NUMBER_LENGTH, '0');
    if (!taken.has(suffix)) return `${start}${suffix}`;
  }
}
