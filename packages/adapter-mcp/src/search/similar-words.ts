import { foldUnit, isBoundary } from './characters.ts';
import { createWordMatcher } from './word-matcher.ts';

/** Shorter words have too many that resemble them. */
const MIN_LENGTH = 6;
/** Similar words that are remembered for one word: the first ones. */
const MAX_SIMILAR = 8;

/** Returns the words that are long enough to be looked for with a mistake in them. */
export function mayBeMisspelt(words: readonly string[]): string[] {
  return words.filter((word) => word.length >= MIN_LENGTH);
}

/** The beginning or the end of a word. */
interface Half {
  readonly text: string;
  readonly whole: string;
  readonly isBeginning: boolean;
}

/**
 * Returns a function that adds to `similar`, for each of its words (at most `MAX_WORDS`), folded words of a text that differ from it by one
 * letter: another one, one more, one less, or two neighbours exchanged. One mistake leaves either the beginning of a word intact or its end, so
 * a closer look is needed only where one of them stands.
 */
export function createSimilarFinder(
  similar: ReadonlyMap<string, Set<string>>,
): (text: string, length: number) => void {
  // Words may share a half: one pattern stands for all of them.
  const halves = new Map<string, Half[]>();
  for (const half of [...similar.keys()].flatMap(halvesOf)) {
    halves.set(half.text, [...(halves.get(half.text) ?? []), half]);
  }
  const patterns = [...halves.keys()].map((text) => ({ text, word: 0 }));
  const { letters, width, moves, words, forEachEnd } = createWordMatcher(patterns);

  const lookCloser = (text: string, length: number, index: number, half: Half): void => {
    const { whole, isBeginning } = half;
    const known = similar.get(whole)!;
    const fixed = isBeginning ? index + 1 - half.text.length : index + 1;
    if (known.size >= MAX_SIMILAR || !isBoundary(text, fixed)) return;
    for (let size = whole.length - 1; size <= whole.length + 1; size += 1) {
      const start = isBeginning ? fixed : fixed - size;
      const end = start + size;
      if (start < 0 || end > length || !isBoundary(text, isBeginning ? end : start)) continue;
      if (isOneMistakeAway(text, start, end, whole)) known.add(foldText(text, start, end));
    }
  };
  return (text, length) => {
    let state = 0;
    for (let index = 0; index < length; index += 1) {
      const letter = letters[text.charCodeAt(index)]!;
      state = letter === 0 ? 0 : moves[state * width + letter]!;
      if (words[state] === 0) continue;
      forEachEnd(state, 0, (pattern) => {
        for (const half of halves.get(patterns[pattern]!.text)!) {
          lookCloser(text, length, index, half);
        }
      });
    }
  };
}

/** The beginning ends before the middle, so that exchanging the letters around the middle leaves it intact. */
function halvesOf(whole: string): Half[] {
  const middle = whole.length >> 1;
  return [
    { text: whole.slice(0, middle - 1), whole, isBeginning: true },
    { text: whole.slice(middle), whole, isBeginning: false },
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

function foldText(text: string, start: number, end: number): string {
  let folded = '';
  for (let index = start; index < end; index += 1) {
    folded += String.fromCharCode(unitAt(text, index));
  }
  return folded;
}
