/** A capital with small letters, or two or more small letters, capitals or digits. */
const SUB_WORD = /\p{Lu}?\p{Ll}{2,}|\p{Lu}{2,}|\d{2,}/gu;
const MIN_LENGTH = 3;

/** Returns the words inside a name in lower case: `saveSessionState` gives save, session and state. */
export function subWords(name: string): string[] {
  const words = (name.match(SUB_WORD) ?? []).filter(({ length }) => length >= MIN_LENGTH);
  return [...new Set(words.map((word) => word.toLowerCase()))];
}
