/** Begins every mark of a frame. Rare in what people and tools write, and a single byte in memory. */
const SIGN = '§';

/** Letters and digits of a nonce that is not used up. */
const LENGTH = 16;

/** How often a source of randomness is asked before its last word is numbered. */
const DRAWS = 4;

/** Makes a text nobody can know beforehand: 16 hexadecimal digits. */
export type NonceSource = () => string;

/** From the platform's own randomness. */
export const randomNonce: NonceSource = () => {
  const bytes = crypto.getRandomValues(new Uint8Array(LENGTH / 2));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
};

/**
 * A mark that stands nowhere in the texts it frames, so that nothing in them can end the frame or begin another, not even where a nonce
 * was guessed.
 */
export function frameMark(texts: readonly string[], source: NonceSource): string {
  const isTaken = (mark: string): boolean => texts.some((text) => text.includes(mark));
  let mark = '';
  for (let draw = 0; draw < DRAWS; draw += 1) {
    mark = `${SIGN}${source().replace(/[^\w]/g, '').slice(0, LENGTH)}`;
    if (mark.length > 1 && !isTaken(mark)) return mark;
  }
  return numbered(mark, texts);
}

/** The smallest number behind a mark that no text has behind it: one pass, however many were guessed. */
function numbered(mark: string, texts: readonly string[]): string {
  const taken = new Set<string>();
  const start = `${mark}-`;
  for (const text of texts) {
    for (let at = text.indexOf(start); at >= 0; at = text.indexOf(start, at + 1)) {
      const digits = /^\d{1,9}/.exec(text.slice(at + start.length, at + start.length + 9));
      if (digits !== null) taken.add(digits[0]);
    }
  }
  // A number behind which text goes on would be found within a longer one: all of one length are compared.
  for (let number = 100_000_000; ; number += 1) {
    if (!taken.has(String(number))) return `${start}${number}`;
  }
}
