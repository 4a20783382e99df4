import { isInWord, kindOf, LINE_END } from './characters.ts';
import type { Found, WordMatcher } from './word-matcher.ts';

/** A part of a text in which query words stand. */
export interface Passage extends Readonly<Found> {
  /** Where it lies in the text, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  /** Its first line, from 1. */
  readonly offset: number;
  /** Its first character in that line, from 1; more than 1 within a long line. */
  readonly column: number;
}

const MAX_LINES = 20;
/** UTF-16 units after which a passage ends with the next word or line. */
const LONG = 2_000;
/** UTF-16 units after which it ends within a word. */
const TOO_LONG = 4_000;

const CR = 0x0d;
const LF = 0x0a;
/** U+2028, which no line end but U+2029 is above. */
const LINE_SEPARATOR = 0x20_28;

/** Calls back with each passage of `text` up to `length` in which a query word ends, in order. Looks at each character once. */
export function scanText(
  text: string,
  length: number,
  matcher: WordMatcher,
  visit: (passage: Passage) => void,
): void {
  const { letters, width, moves, words } = matcher;
  const found: Found = { any: 0, begun: 0, whole: 0 };
  let [start, offset, column, lines] = [0, 1, 1, 0];
  let [line, lineStart, state] = [1, 0, 0];
  for (let index = 0, long = LONG; index < length; index += 1) {
    const unit = text.charCodeAt(index);
    const letter = letters[unit]!;
    let isEnd = false;
    if (letter !== 0) {
      state = moves[state * width + letter]!;
      if (words[state] !== 0) matcher.collect(state, text, index, found);
    } else {
      state = 0;
      if ((unit <= CR || unit >= LINE_SEPARATOR) && kindOf(unit) === LINE_END) {
        if (unit === CR && text.charCodeAt(index + 1) === LF) continue;
        line += 1;
        lines += 1;
        lineStart = index + 1;
        isEnd = lines === MAX_LINES;
      }
    }
    if (!isEnd && index < long) continue;
    if (!isEnd && isInWord(unit) && index - start < TOO_LONG) continue;
    const end = index + 1;
    if (found.any !== 0) visit({ ...found, start, end, offset, column });
    found.any = found.begun = found.whole = 0;
    [start, offset, column, lines, long] = [end, line, end - lineStart + 1, 0, end + LONG];
  }
  if (found.any !== 0) visit({ ...found, start, end: length, offset, column });
}
