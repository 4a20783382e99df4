import { isBoundary, isInWord } from './characters.ts';
import type { SimilarWords } from './similar-words.ts';
import {
  LINE_END_LETTER,
  MAX_WORDS,
  type PatternEnd,
  type WordAutomaton,
} from './word-automaton.ts';

/** The query words found in a part of a text, one bit for each word. */
export interface Found {
  /** Found in any way that counts. */
  any: number;
  /** Found where a word or a part of a word begins. */
  begun: number;
  /** Found as a word or a part of a word. */
  whole: number;
  /** Index at which the first of them ends. */
  first: number;
}

/** Where a part of a text is. */
export interface Place {
  /** Index of its first UTF-16 unit, and of the one after its last. */
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

/**
 * Calls back with each passage of `text` up to `length` in which a query word ends, in order; `found` is the same object each time. Looks at
 * each character once. Halves of mistyped words are handed to `similar`.
 */
export function scanText(
  text: string,
  length: number,
  {
    automaton,
    similar,
  }: { readonly automaton: WordAutomaton; readonly similar?: SimilarWords | undefined },
  visit: (found: Readonly<Found>, place: Place) => void,
): void {
  const { letters, moves, masks, longest, infixes } = automaton;
  const found: Found = { any: 0, begun: 0, whole: 0, first: 0 };
  const here = { text, index: 0, isEnd: false, open: 0 };
  let halves = (similar?.open ?? 0) << MAX_WORDS;
  let wanted = ALL_WORDS | halves;
  /** The last index with a pattern, whether a part of a word ends there, and the last one at which a part of a word may begin. */
  let [last, isEnd, begin] = [-2, false, 0];
  let [start, offset, column, lines] = [0, 1, 1, 0];
  let [line, lineStart, state] = [1, 0, 0];
  for (let index = 0, long = LONG; index < length; index += 1) {
    const letter = letters[text.charCodeAt(index)]!;
    state = moves[state + letter]!;
    const mask = masks[state]! & wanted;
    if (mask !== 0) {
      if (isEnd || index !== last + 1) begin = index;
      last = index;
      isEnd = isBoundary(text, index + 1);
      const mayBegin = index - longest[state]! < begin;
      // Within a long word nothing begins or ends: only a word that was not found yet is worth a look.
      const open = mayBegin ? (isEnd ? ~found.whole : ~found.begun) : infixes & ~found.any;
      here.open = (mask & open & ALL_WORDS) | (mayBegin || isEnd ? mask & halves : 0);
      if (here.open !== 0) {
        here.index = index;
        here.isEnd = isEnd;
        collect(automaton.ends(state)!, here, found, similar);
        halves = (similar?.open ?? 0) << MAX_WORDS;
        wanted = (ALL_WORDS & ~found.whole) | halves;
      }
    }
    if (letter !== LINE_END_LETTER) {
      if (index < long) continue;
      if (isInWord(text.charCodeAt(index)) && index - start < TOO_LONG) continue;
    } else {
      if (text.charCodeAt(index) === CR && text.charCodeAt(index + 1) === LF) continue;
      line += 1;
      lines += 1;
      lineStart = index + 1;
      if (lines < MAX_LINES && index < long) continue;
    }
    const end = index + 1;
    if (found.any !== 0) {
      visit(found, { start, end, offset, column });
      found.any = found.begun = found.whole = 0;
      wanted = ALL_WORDS | halves;
    }
    [start, offset, column, lines, long] = [end, line, end - lineStart + 1, 0, end + LONG];
  }
  if (found.any !== 0) visit(found, { start, end: length, offset, column });
}

const ALL_WORDS = (1 << MAX_WORDS) - 1;

/** An index of a text at which patterns end. */
interface PatternIndex {
  readonly text: string;
  readonly index: number;
  /** Whether a part of a word ends here. */
  readonly isEnd: boolean;
  /** What is worth a look, as bits of a `PatternEnd`. */
  readonly open: number;
}

/** Adds the words that end at an index to `found`, and words like those of which a half ends there to `similar`. */
function collect(
  longest: PatternEnd,
  { text, index, isEnd, open }: PatternIndex,
  found: Found,
  similar: SimilarWords | undefined,
): void {
  const before = found.any;
  if (before === 0) found.first = index;
  for (
    let end: PatternEnd | undefined = longest;
    end !== undefined && (end.mask & open) !== 0;
    end = end.next
  ) {
    const start = index - end.length + 1;
    if ((end.words & open) !== 0) {
      const isBegun = isBoundary(text, start);
      const isWhole = isBegun && isEnd;
      if (isWhole || (isBegun && end.asPrefix) || end.asInfix) {
        found.any |= end.words;
        if (isBegun) found.begun |= end.words;
        if (isWhole) found.whole |= end.words;
      }
    }
    if ((end.halves & open) !== 0) similar!.collect(text, start, end);
  }
  if (similar !== undefined && (found.any & ~before) !== 0) similar.dismiss(found.any);
}
