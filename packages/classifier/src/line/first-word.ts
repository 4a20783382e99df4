import { isWordAt } from '../scan/character-class.ts';
import type { Line } from './line.ts';

/** How much of a word is read, in UTF-16 units: more than any word has that is looked up. */
const MAX_WORD = 16;

/** The word that starts a line, or the start of a long one; empty where none does. */
export function firstWord(text: string, { first, last }: Line): string {
  const limit = Math.min(last, first + MAX_WORD);
  let end = first;
  while (end < limit && isWordAt(text, end)) end++;
  return text.slice(first, end);
}
