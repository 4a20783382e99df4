/** Longer runs of letters and digits are encoded data, and nobody looks for them. */
const LONGEST_WORD = 64;

const WORD = /[\p{L}\p{M}\p{N}_]+/gu;
/** Scripts without spaces between words. */
const UNSPACED =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
const INNER = /\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})|\p{N}+/gu;

/**
 * The words of a text, for searching: in lower case, the parts of `camelCase` and `snake_case` beside the whole, and of scripts without spaces
 * each two neighbouring characters.
 */
export function wordsOf(text: string): string[] {
  const words: string[] = [];
  for (const [word] of text.matchAll(WORD)) {
    if (UNSPACED.test(word)) {
      for (const pair of pairsOf(word.toLowerCase())) words.push(pair);
      continue;
    }
    if (word.length > LONGEST_WORD) continue;
    words.push(word.toLowerCase());
    const parts = word.match(INNER) ?? [];
    if (parts.length > 1) for (const part of parts) words.push(part.toLowerCase());
  }
  return words;
}

function pairsOf(word: string): string[] {
  const characters = Array.from(word);
  if (characters.length === 1) return characters;
  return characters.slice(1).map((character, index) => `${characters[index]!}${character}`);
}
