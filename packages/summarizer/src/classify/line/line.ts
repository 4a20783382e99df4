import type { Line } from '../scan/evidence.ts';
import * as Class from '../scan/character-class.ts';
import { CLASS_TABLE, classAt, isWordAt } from '../scan/character-class.ts';

/** Returns the number of runs of spaces between `start` and `end`, at most `limit` + 1. */
export function countGaps(text: string, start: number, end: number, limit: number): number {
  let gaps = 0;
  for (let index = start; index < end && gaps <= limit; index++)
    if (
      CLASS_TABLE[text.charCodeAt(index)] === Class.SPACE &&
      CLASS_TABLE[text.charCodeAt(index - 1)] !== Class.SPACE
    )
      gaps++;
  return gaps;
}

export function countUnspaced(text: string, start: number, end: number): number {
  let count = 0;
  for (let index = start; index < end; index++) {
    const kind = CLASS_TABLE[text.charCodeAt(index)];
    if (kind === Class.IDEOGRAPH || kind === Class.SYLLABLE) count++;
  }
  return count;
}

/** Maximum number of UTF-16 units read of a word: more than any word in the tables has. */
const MAX_WORD = 16;

/** Returns the word at the start of a line, truncated if it is long; empty if the line starts with no word. */
export function firstWord(text: string, { first, last }: Line): string {
  const limit = Math.min(last, first + MAX_WORD);
  let end = first;
  while (end < limit && isWordAt(text, end)) end++;
  return text.slice(first, end);
}

const MAX_DIGITS = 3;

/** An opening line of a fence, up to its info string, as `splitFences` reads it. Sticky. */
const FENCE = / {0,3}(?:~{3}|`{3,}[^`\n\r\u2028\u2029]*$)/my;

/** The larger code of LF and CR. */
const MAX_LINE_END = 0x0d;

/** Returns the index of a list item's content, after `- `, `* `, `+ `, `• `, `1. ` or `1) `; `first` if the line starts no item. */
export function listContent(text: string, first: number): number {
  let index = first;
  if (isBullet(text.charCodeAt(index))) index++;
  else {
    while (index < first + MAX_DIGITS && classAt(text, index) === Class.DIGIT) index++;
    if (index === first || (text[index] !== '.' && text[index] !== ')')) return first;
    index++;
  }
  if (classAt(text, index) !== Class.SPACE) return first;
  while (index < text.length && classAt(text, index) === Class.SPACE) index++;
  return index;
}

function isBullet(unit: number): boolean {
  return unit === 0x2d || unit === 0x2a || unit === 0x2b || unit === 0x2022;
}

/**
 * Returns whether a line opens a fence as `splitFences` defines it: three backticks or tildes after at most three spaces, and no more
 * backticks after backticks. Lines after U+2028 or U+2029 open none.
 */
export function opensFence(text: string, { start, first }: Line): boolean {
  if (text[first] !== '`' && text[first] !== '~') return false;
  FENCE.lastIndex = start;
  return FENCE.test(text) && !(text.charCodeAt(start - 1) > MAX_LINE_END);
}
