import { isWordAt } from '../scan/character-class.ts';
import type { Line } from './line.ts';

/** Longest word that starts a line and is looked up, in UTF-16 units. */
const MAX_WORD = 16;

/** The word that starts a line; empty where none does, or a long one. */
export function firstWord(text: string, { first, last }: Line): string {
  const limit = Math.min(last, first + MAX_WORD);
  let end = first;
  while (end < limit && isWordAt(text, end)) end++;
  return isWordAt(text, end) && end === first + MAX_WORD ? '' : text.slice(first, end);
}
