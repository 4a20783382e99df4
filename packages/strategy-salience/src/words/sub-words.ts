/** Small letters with a capital or none before them, capitals without the one that begins the next word, or digits: at least three characters. */
const SUB_WORD = /\p{Lu}\p{Ll}{2,}|\p{Ll}{3,}|\p{Lu}{3,}(?!\p{Ll}{2})|\d{3,}/gu;

/** Returns the distinct words inside a name, in lower case: `parseHTTPResponse` gives parse, http and response. */
export function subWords(name: string): string[] {
  const words = name.match(SUB_WORD) ?? [];
  return [...new Set(words.map((word) => word.toLowerCase()))];
}
