import { foldUnit, isBoundary, isInWord } from './characters.ts';
import type { Pattern, PatternEnd } from './word-automaton.ts';

/** Shorter words have too many that resemble them. */
const MIN_LENGTH = 6;
/** Similar words that are remembered for one word: the first ones. */
const MAX_SIMILAR = 8;
/** Words of the text that are compared with words of the query in one search: more are compared in vain. */
const MAX_COMPARISONS = 131_072;

/**
 * Words of texts that differ from a missing query word by one letter: another one, one more, one less, or two neighbours exchanged. One mistake
 * leaves either the beginning of a word intact or its end, so only where one of them stands a word is compared.
 */
export interface SimilarWords {
  /** The halves of the words that are long enough to be mistyped. */
  readonly halves: readonly Pattern[];
  /** The words for which similar ones are still looked for, one bit for each. */
  readonly open: number;
  /** Compares the words around a half that stands at `start` of a text. */
  collect(text: string, start: number, half: PatternEnd): void;
  /** Forgets words that were found themselves. */
  dismiss(words: number): void;
  /** Returns the similar words of those that were not found. */
  patterns(): Pattern[];
}

export function createSimilarWords(words: readonly string[]): SimilarWords {
  const known = words.map(() => new Set<string>());
  const halves = words.flatMap(halvesOf);
  let comparisons = 0;
  const compare = (text: string, start: number, end: number, word: number): void => {
    if (!isBoundary(text, start) || !isBoundary(text, end)) return;
    comparisons += 1;
    if (!isOneMistakeAway(text, start, end, words[word]!)) return;
    const similarWord = foldText(text, start, end);
    if (similarWord === undefined) return;
    const texts = known[word]!.add(similarWord);
    if (texts.size === MAX_SIMILAR) similar.open &= ~(1 << word);
  };
  const similar = {
    halves,
    open: halves.reduce((sum, { word }) => sum | (1 << word), 0),
    collect(text: string, start: number, half: PatternEnd): void {
      const behind = start + half.length;
      for (const word of half.beginnings) {
        if ((similar.open & (1 << word)) === 0) continue;
        const { length } = words[word]!;
        for (let end = start + length - 1; end <= start + length + 1; end += 1) {
          if (end <= text.length) compare(text, start, end, word);
        }
      }
      for (const word of half.ends) {
        if ((similar.open & (1 << word)) === 0) continue;
        const { length } = words[word]!;
        for (let from = behind - length + 1; from >= behind - length - 1; from -= 1) {
          if (from >= 0) compare(text, from, behind, word);
        }
      }
      if (comparisons > MAX_COMPARISONS) similar.open = 0;
    },
    dismiss(found: number): void {
      similar.open &= ~found;
      for (const [word, texts] of known.entries()) if ((found & (1 << word)) !== 0) texts.clear();
    },
    patterns: () =>
      known.flatMap((texts, word) =>
        Array.from(texts, (text): Pattern => ({ text, word, role: 'word' })),
      ),
  };
  return similar;
}

/** The beginning ends before the middle, so that exchanging the letters around the middle leaves it intact. */
function halvesOf(text: string, word: number): Pattern[] {
  if (text.length < MIN_LENGTH) return [];
  const middle = text.length >> 1;
  return [
    { text: text.slice(0, middle - 1), word, role: 'beginning' },
    { text: text.slice(middle), word, role: 'end' },
  ];
}

function isOneMistakeAway(text: string, start: number, end: number, word: string): boolean {
  let [from, to, left, right] = [start, end, 0, word.length];
  while (from < to && left < right && unitAt(text, from) === word.charCodeAt(left)) {
    from += 1;
    left += 1;
  }
  while (to > from && right > left && unitAt(text, to - 1) === word.charCodeAt(right - 1)) {
    to -= 1;
    right -= 1;
  }
  const [more, less] = [to - from, right - left];
  if (more <= 1 && less <= 1) return true;
  return (
    more === 2 &&
    less === 2 &&
    unitAt(text, from) === word.charCodeAt(left + 1) &&
    unitAt(text, from + 1) === word.charCodeAt(left)
  );
}

function unitAt(text: string, index: number): number {
  return foldUnit(text.charCodeAt(index));
}

/** Returns a part of a text, folded; `undefined` if it is not one word: the letter too much may be a space. */
function foldText(text: string, start: number, end: number): string | undefined {
  let folded = '';
  for (let index = start; index < end; index += 1) {
    if (!isInWord(text.charCodeAt(index))) return undefined;
    folded += String.fromCharCode(unitAt(text, index));
  }
  return folded;
}
