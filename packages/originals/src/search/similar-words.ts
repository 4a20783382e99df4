import { foldUnit, isBoundary, isInWord } from './words.ts';
import type { Pattern, PatternEnd } from './word-automaton.ts';

/** Minimum length of a mistyped word in UTF-16 units: shorter words have too many similar ones. */
const MIN_LENGTH = 6;
/** Maximum number of similar words stored per query word; the first ones are stored. */
const MAX_SIMILAR = 8;
/** Maximum number of comparisons between words of the texts and words of the query in one search; more find nothing new. */
const MAX_COMPARISONS = 131_072;
/** Maximum number of places that are checked for such words in one search. Most are not between two boundaries, and are not compared. */
const MAX_CHECKS = 2_097_152;

/**
 * Words of texts that differ from a missing query word by one mistake: a letter changed, added or missing, or two adjacent letters
 * exchanged. One mistake leaves the beginning or the end of a word intact, so only words with such a half are compared.
 */
export interface SimilarWords {
  /** Halves of the words that are long enough to be mistyped. */
  readonly halves: readonly Pattern[];
  /** Words for which similar ones are still searched, one bit per word. */
  readonly open: number;
  /** Compares the words around a half that begins at `start`. */
  collect(text: string, start: number, half: PatternEnd): void;
  /** Removes the similar words of words that were found themselves; `words` has one bit per word. */
  dismiss(words: number): void;
  /** Returns the similar words of query words that were not found. */
  patterns(): Pattern[];
}

export function createSimilarWords(words: readonly string[]): SimilarWords {
  const known = words.map(() => new Set<string>());
  const halves = words.flatMap(halvesOf);
  let comparisons = 0;
  let checks = 0;
  /** Words that were found themselves, one bit per word. */
  let dismissed = 0;
  const compare = (text: string, start: number, end: number, word: number): void => {
    checks += 1;
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
      if (comparisons > MAX_COMPARISONS || checks > MAX_CHECKS) similar.open = 0;
    },
    dismiss(found: number): void {
      if ((found & ~dismissed) === 0) return;
      dismissed |= found;
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

/** Returns the halves of a word. The beginning ends before the middle, so that exchanging the letters around the middle leaves it intact. */
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

/** Returns a part of a text, folded; `undefined` if it is not one word: the added letter may be a space. */
function foldText(text: string, start: number, end: number): string | undefined {
  let folded = '';
  for (let index = start; index < end; index += 1) {
    if (!isInWord(text.charCodeAt(index))) return undefined;
    folded += String.fromCharCode(unitAt(text, index));
  }
  return folded;
}
