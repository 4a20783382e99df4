import { foldUnit, isBoundary } from './characters.ts';
import { isUnspaced } from './query-words.ts';

/** A folded text to look for, and the number of the query word that it stands for. */
export interface Pattern {
  readonly text: string;
  /** From 0 to `MAX_WORDS - 1`. */
  readonly word: number;
}

/** The query words found in a part of a text, one bit for each word. */
export interface Found {
  /** Found in any way that counts. */
  any: number;
  /** Found where a word or a part of a word begins. */
  begun: number;
  /** Found as a word or a part of a word. */
  whole: number;
}

/** Bits of an integer in which every operation is cheap. */
export const MAX_WORDS = 16;

/** Shorter words count only as whole words. */
const MIN_PREFIX = 3;
const MIN_INFIX = 4;

/** Finds all patterns in one pass, in time that does not depend on their number (Aho and Corasick). */
export interface WordMatcher {
  /** By UTF-16 unit: the number of a letter of the patterns, 0 for all others. Upper case has the numbers of lower case. */
  readonly letters: Uint16Array;
  /** Letters with 0. */
  readonly width: number;
  /** By state times `width` plus letter: the next state. State 0 is the first, and the one after letter 0. */
  readonly moves: Uint16Array;
  /** By state: the words of which a pattern ends there, one bit for each. */
  readonly words: Uint32Array;
  /** Calls back with the number of each pattern that ends in a state, and is of none of the words in `but`. */
  readonly forEachEnd: (state: number, but: number, visit: (pattern: number) => void) => void;
  /** Adds the words that end at `index` of a text, where the state is `state`, to `found`. */
  collect(state: number, text: string, index: number, found: Found): void;
}

export function createWordMatcher(patterns: readonly Pattern[]): WordMatcher {
  const { letters, width } = numberLetters(patterns);
  const states = patterns.reduce((sum, { text }) => sum + text.length, 1);
  const moves = new Uint16Array(states * width);
  /** The pattern that ends in a state, plus 1. */
  const endOf = new Uint16Array(states);
  /** The length of what a state stands for: no pattern that ends there is longer. */
  const depths = new Uint16Array(states);
  let count = 1;
  for (const [number, { text }] of patterns.entries()) {
    let state = 0;
    for (let index = 0; index < text.length; index += 1) {
      const move = state * width + letters[text.charCodeAt(index)]!;
      state = moves[move] ||= count++;
      depths[state] = index + 1;
    }
    endOf[state] = number + 1;
  }
  const { shorter, words } = link(moves, width, { endOf, patterns });
  const lengths = patterns.map(({ text }) => text.length);
  const bits = patterns.map(({ word }) => 1 << word);
  const asPrefix = patterns.map(({ text }) => text.length >= MIN_PREFIX);
  const asInfix = patterns.map(({ text }) => text.length >= MIN_INFIX || isUnspaced(text));

  const forEachEnd: WordMatcher['forEachEnd'] = (last, but, visit) => {
    for (let state = last; (words[state]! & ~but) !== 0; state = shorter[state]!) {
      const pattern = endOf[state]! - 1;
      if (pattern >= 0 && (but & bits[pattern]!) === 0) visit(pattern);
    }
  };
  const infixes = bits.reduce((sum, bit, pattern) => (asInfix[pattern]! ? sum | bit : sum), 0);
  /** The last index that was looked at, in which text, and the last one at which a part of a word may begin. */
  let [lastText, lastIndex, lastStart] = ['', -1, -1];

  return {
    letters,
    width,
    moves,
    words,
    forEachEnd,
    collect(state, text, index, found) {
      const isNext = index === lastIndex + 1 && text === lastText;
      if (!isNext || isBoundary(text, index)) lastStart = index;
      [lastText, lastIndex] = [text, index];
      // Within a long word a pattern can neither begin nor end one: only a word that was not found yet is worth a look.
      const mayBegin = index - depths[state]! + 1 <= lastStart;
      if (!mayBegin && (words[state]! & infixes & ~found.any) === 0) return;
      const known = isBoundary(text, index + 1) ? found.whole : found.begun;
      if ((words[state]! & ~known) === 0) return;
      forEachEnd(state, known, (pattern) => {
        const isBegun = isBoundary(text, index - lengths[pattern]! + 1);
        const isWhole = isBegun && isBoundary(text, index + 1);
        const isPrefix = isBegun && asPrefix[pattern]!;
        if (!isWhole && !isPrefix && !asInfix[pattern]!) return;
        found.any |= bits[pattern]!;
        if (isBegun) found.begun |= bits[pattern]!;
        if (isWhole) found.whole |= bits[pattern]!;
      });
    },
  };
}

function numberLetters(patterns: readonly Pattern[]): Pick<WordMatcher, 'letters' | 'width'> {
  const letters = new Uint16Array(65_536);
  let width = 1;
  for (const { text } of patterns) {
    for (let index = 0; index < text.length; index += 1) {
      letters[text.charCodeAt(index)] ||= width++;
    }
  }
  for (let unit = 0; unit < letters.length; unit += 1) {
    const folded = foldUnit(unit);
    if (folded !== unit) letters[unit] = letters[folded]!;
  }
  return { letters, width };
}

/**
 * Completes the moves of a tree of patterns to those of an automaton. Returns for each state the longest other one that it ends with, and the
 * bits of all words that end in it.
 */
function link(
  moves: Uint16Array,
  width: number,
  { endOf, patterns }: { readonly endOf: Uint16Array; readonly patterns: readonly Pattern[] },
): { readonly shorter: Uint16Array; readonly words: Uint32Array } {
  const shorter = new Uint16Array(endOf.length);
  const words = new Uint32Array(endOf.length);
  const waiting = [0];
  for (const state of waiting) {
    const end = endOf[state]!;
    words[state] = words[shorter[state]!]! | (end === 0 ? 0 : 1 << patterns[end - 1]!.word);
    // Letter 0 stands for all that no pattern has: it leads back to the beginning.
    for (let letter = 1; letter < width; letter += 1) {
      const move = state * width + letter;
      const fallback = state === 0 ? 0 : moves[shorter[state]! * width + letter]!;
      const next = moves[move]!;
      if (next === 0) moves[move] = fallback;
      else {
        shorter[next] = fallback;
        waiting.push(next);
      }
    }
  }
  return { shorter, words };
}
