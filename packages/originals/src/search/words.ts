/** Letters that a word must have to be found within a longer word. */
const MIN_PART = 3;

/** Weight of a word found only within longer words, relative to a whole word. */
const WITHIN = 0.5;

const WORD = /[\p{L}\p{M}\p{N}_]+/gu;
/** Like `WORD`, but faster in long texts. A run may also have punctuation that is not ASCII, and so more than one word. */
const RUN = /[\w\u0080-\uffff]+/g;
/** Parts of `camelCase` and `snake_case` words. */
const PART = /\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})|\p{N}+/gu;
/** Characters of scripts without spaces between words, with those that the scripts share, such as `ー`. */
const CHARACTERS = String.raw`\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}`;
const UNSPACED = new RegExp(`[${CHARACTERS}]`, 'u');
/** Splits `Node版本` into `Node` and `版本`. */
const SAME_SPACING = new RegExp(`[${CHARACTERS}]+|[^${CHARACTERS}]+`, 'gu');

/**
 * Returns the different words of a query in their order, in lower case, with the parts of `camelCase` and `snake_case` words. Of
 * scripts without spaces, returns each two adjacent characters.
 */
export function queryWords(query: string): string[] {
  const parts = (query.match(WORD) ?? []).flatMap((word) => word.match(SAME_SPACING) ?? []);
  const words = parts.flatMap((word) => {
    if (!UNSPACED.test(word)) return [word, ...partsOf(word)];
    const characters = Array.from(word);
    const pairs = characters.slice(1).map((character, index) => characters[index]! + character);
    return pairs.length > 0 ? pairs : [word];
  });
  return [...new Set(words.map(lowerCase))];
}

/** Returns a text in lower case, of the same length: `İ` alone has a longer lower case. */
export function lowerCase(text: string): string {
  return text.replaceAll('İ', 'i').toLowerCase();
}

/**
 * Returns how well a text matches words of `queryWords`, regardless of letter case: for each, 1 for a whole word or a whole part of one, less
 * within longer words, 0 where it is missing.
 */
export function matchWords(text: string, words: readonly string[]): readonly number[] {
  const lower = lowerCase(text);
  const isIn = words.map((word) => lower.includes(word));
  if (!isIn.includes(true)) return words.map(() => 0);
  const whole = new Set<string>();
  for (const [run] of text.matchAll(RUN)) {
    const lowerRun = lowerCase(run);
    if (!words.some((word) => lowerRun.includes(word))) continue;
    for (const word of run.match(WORD) ?? []) {
      for (const part of [word, ...partsOf(word)]) whole.add(lowerCase(part));
    }
  }
  return words.map((word, index) => {
    if (whole.has(word)) return 1;
    return isIn[index]! && (word.length >= MIN_PART || UNSPACED.test(word)) ? WITHIN : 0;
  });
}

function partsOf(word: string): readonly string[] {
  return word.match(PART) ?? [];
}
