import { isBoundary, isInWord } from './words.ts';
import type { SimilarWords } from './similar-words.ts';
import { MAX_WORDS, type PatternEnd, type WordAutomaton } from './word-automaton.ts';

/** The query words found in a passage, one bit per word. */
export interface Found {
  /** Words with any match that counts. */
  any: number;
  /** Words found at the beginning of a word or of a word part. */
  begun: number;
  /** Words found as a whole word or word part. */
  whole: number;
  /** Index of the last UTF-16 unit of the first match. */
  first: number;
}

/** Position of a passage in a text. */
export interface Place {
  /** Index of its first UTF-16 unit; `end` is the index after its last one. */
  readonly start: number;
  readonly end: number;
  /** 1-based line in which it begins. */
  readonly offset: number;
  /** 1-based character in that line at which it begins; more than 1 only within a long line. */
  readonly column: number;
}

const MAX_LINES = 20;
/** Length in UTF-16 units after which a passage ends with the current word or line. */
const LONG = 2_000;
/** Length in UTF-16 units after which a passage ends even within a word. */
const TOO_LONG = 4_000;

const CR = 0x0d;
const LF = 0x0a;

/**
 * Calls `visit` for each passage of `text` up to `length` in which a query word ends, in order; `found` is the same object each time.
 * Reads each character once. Passes halves of words that may be mistyped to `similar`.
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
  const { letters, moves, masks, longest, infixes, lineEnd } = automaton;
  const found: Found = { any: 0, begun: 0, whole: 0, first: 0 };
  const here = { text, index: 0, isEnd: false, open: 0 };
  let halves = (similar?.open ?? 0) << MAX_WORDS;
  let wanted = ALL_WORDS | halves;
  /** Last index at which a pattern ends, whether a word part ends there, and the last index at which a word part may begin. */
  let [last, isEnd, begin] = [-2, false, 0];
  let [start, offset, column, lines] = [0, 1, 1, 0];
  let [line, lineStart, state] = [1, 0, 0];
  for (let index = 0, long = LONG, stop = Math.min(LONG, length); index < length; index += 1) {
    // Most units end neither a pattern nor a line.
    while (index < stop) {
      state = moves[state + letters[text.charCodeAt(index)]!]!;
      if (state >= lineEnd) break;
      index += 1;
    }
    if (index === length) break;
    if (index >= stop) state = moves[state + letters[text.charCodeAt(index)]!]!;
    const mask = masks[state]! & wanted;
    if (mask !== 0) {
      if (isEnd || index !== last + 1) begin = index;
      last = index;
      isEnd = isBoundary(text, index + 1);
      const mayBegin = index - longest[state]! < begin;
      // Inside a long word no part begins or ends, so only words that were not found yet are checked.
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
    if (state !== lineEnd) {
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
    stop = Math.min(long, length);
  }
  if (found.any !== 0) visit(found, { start, end: length, offset, column });
}

const ALL_WORDS = (1 << MAX_WORDS) - 1;

/** An index of a text at which patterns end. */
interface PatternIndex {
  readonly text: string;
  readonly index: number;
  /** Whether a word part ends here. */
  readonly isEnd: boolean;
  /** The bits of a `PatternEnd` to check. */
  readonly open: number;
}

/** Adds the query words that end at an index to `found`. For halves of words that end there, collects similar words in `similar`. */
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
