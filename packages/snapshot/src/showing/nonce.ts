import { createDelimiter, type RandomStringSource } from '@palimpsest/text';

/** First character of every delimiter. Rare in messages, and one byte in memory. */
const SIGN = '§';

/** Maximum number of characters of a nonce in a delimiter. */
const LENGTH = 16;

/** Returns a delimiter that occurs in none of the texts, so that no text can end a quotation or start one, even if it guesses a nonce. */
export function frameMark(texts: readonly string[], source: RandomStringSource): string {
  return createDelimiter(texts, () => {
    const word = source().replace(/[^\w]/g, '').slice(0, LENGTH);
    return word === '' ? '' : `${SIGN}${word}`;
  });
}
