/** Maximum number of query words that are searched. */
export const MAX_WORDS = 16;

/** Letters that a word must have to be found within a longer word. */
const MIN_PART = 3;

/** Weight of a word found only within longer words, relative to a whole word. */
const WITHIN = 0.5;

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
  return [...new Set(words.map(lowerCase))];
}

/** Returns a text in lower case, of the same length: `İ` alone has a longer lower case. */
function lowerCase(text: string): string {
  return text.replaceAll('İ', 'i').toLowerCase();
}

/** How well a text matches query words. */
export interface FoundWords {
  /** By query word: 1 for a whole word or a whole part of one, less within longer words, 0 where it is missing. */
  readonly strengths: readonly number[];
  /** Index of the first match, -1 if there is none. */
  readonly first: number;
}

/** Finds words of `queryWords` in a text, regardless of letter case. Matches may overlap. */
export function findWords(text: string, words: readonly string[]): FoundWords {
  const lower = lowerCase(text);
  const indexes = words.map((word) => lower.indexOf(word)).filter((index) => index >= 0);
  return {
    strengths: words.map((word) => strengthOf(word, text, lower)),
    first: indexes.length === 0 ? -1 : Math.min(...indexes),
  };
}

function strengthOf(word: string, text: string, lower: string): number {
  const canBePart = word.length >= MIN_PART || UNSPACED.test(word);
  let strength = 0;
  for (let at = lower.indexOf(word); at >= 0; at = lower.indexOf(word, at + 1)) {
    if (isBoundary(text, at) && isBoundary(text, at + word.length)) return 1;
    if (canBePart) strength = WITHIN;
  }
  return strength;
}

function isBoundary(text: string, index: number): boolean {
  BOUNDARY.lastIndex = index;
  return BOUNDARY.test(text);
}
