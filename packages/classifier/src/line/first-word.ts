import { isWordAt } from '../scan/character-class.ts';
import type { Line } from './line.ts';

/** Maximum number of UTF-16 units read of a word: more than any word in the tables has. */
const MAX_WORD = 16;

/** Returns the word at the start of a line, truncated if it is long; empty if the line starts with no word. */
export function firstWord(text: string, { first, last }: Line): string {
  const limit = Math.min(last, first + MAX_WORD);
  let end = first;
  while (end < limit && isWordAt(text, end)) end++;
  return text.slice(first, end);
}
