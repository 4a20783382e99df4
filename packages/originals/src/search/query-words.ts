import { foldUnit } from './characters.ts';

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
  let folded = '';
  for (let index = 0; index < word.length; index += 1) {
    folded += String.fromCharCode(foldUnit(word.charCodeAt(index)));
  }
  return folded;
}

function pairsOf(word: string): string[] {
  const characters = Array.from(word);
  if (characters.length === 1) return characters;
  return characters.slice(1).map((character, index) => `${characters[index]!}${character}`);
}
