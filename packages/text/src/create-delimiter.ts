/** Makes a word nobody can know beforehand. */
export type RandomStringSource = () => string;

/** A drawn word that many times within a text was no accident. */
const DRAWS = 4;

/** Digits of the number behind a word that was guessed: more numbers than a string can have characters. */
const DIGITS = 9;

/** 16 hexadecimal digits, from the platform's own randomness. */
export const randomHexString: RandomStringSource = () => {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
};

/**
 * A word that stands in none of the texts, so that a line with it can quote them and nothing in them can pass for its end: drawn, drawn
 * again where a text holds it, and at last numbered. Linear in the texts, however many words were guessed.
 */
export function createDelimiter(texts: readonly string[], draw: RandomStringSource): string {
  let word = '';
  for (let drawn = 0; drawn < DRAWS; drawn += 1) {
    word = draw();
    if (word !== '' && !texts.some((text) => text.includes(word))) return word;
  }
  return numbered(word, texts);
}

/** The word with the smallest number that no text has behind it. All numbers have one length, so that none begins another. */
function numbered(word: string, texts: readonly string[]): string {
  const start = `${word}-`;
  const taken = new Set<string>();
  for (const text of texts) {
    for (let at = text.indexOf(start); at >= 0; at = text.indexOf(start, at + 1)) {
      taken.add(text.slice(at + start.length, at + start.length + DIGITS));
    }
  }
  for (let number = 0; ; number += 1) {
    const suffix = String(number).padStart(DIGITS, '0');
    if (!taken.has(suffix)) return `${start}${suffix}`;
  }
}
