import { foldUnit, kindOf, LINE_END, isUnspaced } from './words.ts';

/** Maximum number of query words that are searched: each has one bit of a small integer. */
export const MAX_WORDS = 16;

/** A folded text to search for. */
export interface Pattern {
  readonly text: string;
  /** Index of its query word, from 0 to `MAX_WORDS - 1`. */
  readonly word: number;
  /** Whether it is a whole word, or the beginning or end of one that may be mistyped. */
  readonly role: 'word' | 'beginning' | 'end';
}

/** The patterns of one text, which all end at the same index. */
export interface PatternEnd {
  readonly length: number;
  /** Words that equal the text, one bit per word. */
  readonly words: number;
  /** Words of which the text is a half, one bit per word, shifted by `MAX_WORDS`; `beginnings` and `ends` list them by half. */
  readonly halves: number;
  readonly beginnings: readonly number[];
  readonly ends: readonly number[];
  /** Whether it counts at the beginning of a longer word; `asInfix`: anywhere in a word. */
  readonly asPrefix: boolean;
  readonly asInfix: boolean;
  /** Shorter patterns that end at the same index. */
  readonly next: PatternEnd | undefined;
  /** `words` and `halves` of this text and of all shorter ones. */
  readonly mask: number;
}

/** Letter number of line ends. Letters in no pattern have 0. */
const LINE_END_LETTER = 1;

/** Minimum lengths of words that count at the beginning of a longer word, and anywhere in a word. */
const MIN_PREFIX = 3;
const MIN_INFIX = 4;

/** Finds all patterns in one pass, in time independent of their number (Aho and Corasick). */
export interface WordAutomaton {
  /** By UTF-16 unit: its letter number. Upper case has the same numbers as lower case. */
  readonly letters: Uint16Array;
  /** By state plus letter number: the next state. State 0 is the start; letters in no pattern lead back to it. */
  readonly moves: Uint32Array;
  /** The state after a line end, which moves as the start does. Patterns end only in higher states, and in all of them. */
  readonly lineEnd: number;
  /** By state: the bits of all patterns that end there. */
  readonly masks: Int32Array;
  /** By state: the length of the longest pattern that ends there. */
  readonly longest: Uint16Array;
  /** Returns the patterns that end in a state, the longest first. */
  readonly ends: (state: number) => PatternEnd | undefined;
  /** Words that count anywhere in a word, one bit per word. */
  readonly infixes: number;
}

export function createWordAutomaton(patterns: readonly Pattern[]): WordAutomaton {
  const { letters, width } = numberLetters(patterns);
  const states = patterns.reduce((sum, { text }) => sum + text.length, 1);
  const moves = new Uint32Array(states * width);
  const own = new Map<number, Pattern[]>();
  let free = width;
  for (const pattern of patterns) {
    let state = 0;
    for (let index = 0; index < pattern.text.length; index += 1) {
      const move = state + letters[pattern.text.charCodeAt(index)]!;
      if (moves[move] === 0) {
        moves[move] = free;
        free += width;
      }
      state = moves[move]!;
    }
    own.set(state, [...(own.get(state) ?? []), pattern]);
  }
  const endOf: (PatternEnd | undefined)[] = [undefined];
  const shorter = new Uint32Array(free / width);
  const waiting = [0];
  for (const state of waiting) {
    const fallback = shorter[state / width]!;
    endOf[state / width] = joinEnds(
      own.get(state),
      state === 0 ? undefined : endOf[fallback / width],
    );
    for (let letter = LINE_END_LETTER + 1; letter < width; letter += 1) {
      const next = moves[state + letter]!;
      const other = state === 0 ? 0 : moves[fallback + letter]!;
      if (next === 0) moves[state + letter] = other;
      else {
        shorter[next / width] = other;
        waiting.push(next);
      }
    }
  }
  const infixes = patterns.reduce(
    (sum, { text, word, role }) =>
      role === 'word' && countsAnywhere(text) ? sum | (1 << word) : sum,
    0,
  );
  return { letters, infixes, ...inOrder(waiting, moves, endOf, width) };
}

/**
 * Renumbers the states: those in which no pattern ends, the one after a line end, the others. One comparison then finds what to look at.
 *
 * @param states all states, the start first
 * @param oldMoves by state plus letter: the next state
 * @param endOf by state divided by the width
 */
function inOrder(
  states: readonly number[],
  oldMoves: Uint32Array,
  endOf: readonly (PatternEnd | undefined)[],
  width: number,
): Omit<WordAutomaton, 'letters' | 'infixes'> {
  const isEnd = (state: number): boolean => endOf[state / width] !== undefined;
  const plain = states.filter((state) => !isEnd(state));
  const ending = states.filter(isEnd);
  const lineEnd = plain.length * width;
  const size = (states.length + 1) * width;
  const renumbered = new Uint32Array(states.length);
  for (const [at, state] of plain.entries()) renumbered[state / width] = at * width;
  for (const [at, state] of ending.entries()) {
    renumbered[state / width] = lineEnd + (at + 1) * width;
  }
  const moves = new Uint32Array(size);
  const masks = new Int32Array(size);
  const longest = new Uint16Array(size);
  const ends: (PatternEnd | undefined)[] = [];
  const copy = (state: number, to: number): void => {
    moves[to + LINE_END_LETTER] = lineEnd;
    for (let letter = LINE_END_LETTER + 1; letter < width; letter += 1) {
      moves[to + letter] = renumbered[oldMoves[state + letter]! / width]!;
    }
  };
  for (const state of states) {
    const to = renumbered[state / width]!;
    const end = endOf[state / width];
    copy(state, to);
    masks[to] = end?.mask ?? 0;
    longest[to] = end?.length ?? 0;
    ends[to / width] = end;
  }
  copy(0, lineEnd);
  return { moves, masks, longest, lineEnd, ends: (state) => ends[state / width] };
}

function joinEnds(
  patterns: readonly Pattern[] | undefined,
  next: PatternEnd | undefined,
): PatternEnd | undefined {
  if (patterns === undefined) return next;
  const { text } = patterns[0]!;
  const wordsOf = (wanted: Pattern['role']): number[] =>
    patterns.filter(({ role }) => role === wanted).map(({ word }) => word);
  const [words, beginnings, ends] = [bits(wordsOf('word')), wordsOf('beginning'), wordsOf('end')];
  const halves = bits([...beginnings, ...ends]) << MAX_WORDS;
  return {
    length: text.length,
    words,
    halves,
    beginnings,
    ends,
    asPrefix: text.length >= MIN_PREFIX,
    asInfix: countsAnywhere(text),
    next,
    mask: (next?.mask ?? 0) | words | halves,
  };
}

function bits(words: readonly number[]): number {
  return words.reduce((sum, word) => sum | (1 << word), 0);
}

function countsAnywhere(text: string): boolean {
  return text.length >= MIN_INFIX || isUnspaced(text);
}

function numberLetters(patterns: readonly Pattern[]): {
  readonly letters: Uint16Array;
  readonly width: number;
} {
  const letters = new Uint16Array(65_536);
  let width = LINE_END_LETTER + 1;
  for (const { text } of patterns) {
    for (let index = 0; index < text.length; index += 1) {
      letters[text.charCodeAt(index)] ||= width++;
    }
  }
  for (let unit = 0; unit < letters.length; unit += 1) {
    const folded = foldUnit(unit);
    if (folded !== unit) letters[unit] = letters[folded]!;
    else if (kindOf(unit) === LINE_END) letters[unit] = LINE_END_LETTER;
  }
  return { letters, width };
}
