/** Kinds of UTF-16 units, used to find the boundaries of words. */
const OTHER = 0;
export const LINE_END = 1;
const UNDERSCORE = 2;
const DIGIT = 3;
const LOWER = 4;
const UPPER = 5;

const UNITS = 65_536;
/** Cached values plus 1; 0 if a value was not computed yet. Patterns are slow, and a text has few different characters. */
const kinds = new Uint8Array(UNITS);
const folded = new Uint32Array(UNITS);

/** Returns the kind of a UTF-16 unit. Halves of a surrogate pair count as letters. */
export function kindOf(unit: number): number {
  return (kinds[unit] ||= readKind(unit) + 1) - 1;
}

/** Returns a unit in lower case. If the lower case of a letter has several units, returns the first one, in texts and queries alike. */
export function foldUnit(unit: number): number {
  return (folded[unit] ||= String.fromCharCode(unit).toLowerCase().charCodeAt(0) + 1) - 1;
}

/** Returns whether a word, or a part of a `camelCase` or `snake_case` word, begins or ends between `index - 1` and `index`. */
export function isBoundary(text: string, index: number): boolean {
  if (index === 0 || index === text.length) return true;
  const before = kindOf(text.charCodeAt(index - 1));
  const after = kindOf(text.charCodeAt(index));
  if (before <= UNDERSCORE || after <= UNDERSCORE) return true;
  if (before !== after) return before !== UPPER || after !== LOWER;
  // HTTPServer: the last capital letter of a run belongs to the word that follows.
  return after === UPPER && kindOf(text.charCodeAt(index + 1)) === LOWER;
}

/** Returns whether a unit is part of a word. */
export function isInWord(unit: number): boolean {
  return kindOf(unit) >= UNDERSCORE;
}

function readKind(unit: number): number {
  const character = String.fromCharCode(unit);
  if (/[\n\r\u2028\u2029]/.test(character)) return LINE_END;
  if (character === '_') return UNDERSCORE;
  if (/\p{N}/u.test(character)) return DIGIT;
  if (/\p{Lu}/u.test(character)) return UPPER;
  return /[\p{L}\p{M}\p{Cs}]/u.test(character) ? LOWER : OTHER;
}

const WORD = /[\p{L}\p{M}\p{N}_]+/gu;
/** Scripts without spaces between words. */
const UNSPACED =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
const INNER = /\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})|\p{N}+/gu;

/**
 * Returns the different words of a query in their order, folded. Adds the parts of `camelCase` and `snake_case` words. For scripts without
 * spaces, returns each two adjacent characters.
 */
export function queryWords(query: string): string[] {
  const words = new Set<string>();
  for (const [word] of query.matchAll(WORD)) {
    if (isUnspaced(word)) {
      for (const pair of pairsOf(word)) words.add(fold(pair));
      continue;
    }
    words.add(fold(word));
    const parts = word.match(INNER) ?? [];
    if (parts.length > 1) for (const part of parts) words.add(fold(part));
  }
  return [...words];
}

/** Returns whether a word contains a script without spaces between words. */
export function isUnspaced(word: string): boolean {
  return UNSPACED.test(word);
}

function fold(word: string): string {
  let lowerCase = '';
  for (let index = 0; index < word.length; index += 1) {
    lowerCase += String.fromCharCode(foldUnit(word.charCodeAt(index)));
  }
  return lowerCase;
}

function pairsOf(word: string): string[] {
  const characters = Array.from(word);
  if (characters.length === 1) return characters;
  return characters.slice(1).map((character, index) => `${characters[index]!}${character}`);
}
