import { createDelimiter, type RandomStringSource } from '@palimpsest/text';

/** Begins every mark of a frame. Rare in what people and tools write, and a single byte in memory. */
const SIGN = '§';

/** Most letters and digits of a mark that are used of a nonce. */
const LENGTH = 16;

/**
 * A mark that stands nowhere in the texts it frames, so that nothing in them can end the frame or begin another, not even where a nonce
 * was guessed.
 */
export function frameMark(texts: readonly string[], source: RandomStringSource): string {
  return createDelimiter(texts, () => {
    const word = source().replace(/[^\w]/g, '').slice(0, LENGTH);
    return word === '' ? '' : `${SIGN}${word}`;
  });
}
