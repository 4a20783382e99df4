/** Maximum number of query words that are searched: each has one bit of a small integer. */
export const MAX_WORDS = 16;

/** Letters that a word must have to be found within a longer word. */
const MIN_PART = 3;

const WORD = /[\p{L}\p{M}\p{N}_]+/gu;
const PART = /\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})|\p{N}+/gu;
/** Scripts without spaces between words. */
const UNSPACED =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
/** An index at which a word, or a part of a `camelCase` or `snake_case` word, begins or ends. */
const BOUNDARY =
  /(?<![\p{L}\p{M}\p{N}])|(?![\p{L}\p{M}\p{N}])|(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|(?<=\p{N})(?=\p{L})|(?<=\p{L})(?=\p{N})/uy;

/**
 * Returns the different words of a query in their order, in lower case, with the parts of `camelCase` and `snake_case` words. For scripts
 * without spaces, returns each two adjacent characters.
 */
export function queryWords(query: string): string[] {
  const words = [...query.matchAll(WORD)].flatMap(([word]) => {
    if (!UNSPACED.test(word)) return [word, ...(word.match(PART) ?? [])];
    const characters = Array.from(word);
    const pairs = characters.slice(1).map((character, index) => characters[index]! + character);
    return pairs.length > 0 ? pairs : [word];
  });
  return [...new Set(words.map((word) => word.toLowerCase()))];
}

/** The query words in a text, one bit per word. */
export interface FoundWords {
  readonly any: number;
  /** Words found as a whole word, or as a whole part of a word. */
  readonly whole: number;
  /** Index of the first one, -1 if there is none. */
  readonly first: number;
}

/** Creates a function that finds words in a text: all of them in one pass, regardless of letter case. */
export function createFinder(words: readonly string[]): (text: string) => FoundWords {
  const sources = words.map(sourceOf);
  const single = sources.map((source) => new RegExp(source, 'iu'));
  const longestFirst = sources.toSorted((left, right) => right.length - left.length);
  const pattern = new RegExp(longestFirst.join('|'), 'giu');
  /** By matched text: the words in it, so that the parts of an identifier count with it. */
  const known = new Map<string, number>();
  const wordsIn = (match: string): number => {
    const found = known.get(match);
    if (found !== undefined) return found;
    const bits = single.reduce(
      (sum, word, index) => (word.test(match) ? sum | (1 << index) : sum),
      0,
    );
    known.set(match, bits);
    return bits;
  };
  return (text) => {
    let [any, whole, first] = [0, 0, -1];
    for (const { 0: match, index } of text.matchAll(pattern)) {
      const bits = wordsIn(match);
      if (first < 0) first = index;
      any |= bits;
      if ((bits & ~whole) !== 0 && isWhole(text, index, index + match.length)) whole |= bits;
    }
    return { any, whole, first };
  };
}

/** Returns the pattern of a word. Words have letters, marks, digits and `_` only, so nothing needs an escape. */
function sourceOf(word: string): string {
  if (word.length >= MIN_PART || UNSPACED.test(word)) return word;
  return `(?<![\\p{L}\\p{M}\\p{N}])${word}(?![\\p{L}\\p{M}\\p{N}])`;
}

function isWhole(text: string, start: number, end: number): boolean {
  return [start, end].every((index) => {
    BOUNDARY.lastIndex = index;
    return BOUNDARY.test(text);
  });
}
