const SUB_WORD = /\p{Lu}?\p{Ll}{2,}|\p{Lu}{2,}|\d{2,}/gu;

/** The words inside a name, in small letters: `saveSessionState` says save, session and state. */
export function subWords(name: string): string[] {
  const words = name.match(SUB_WORD) ?? [];
  return [...new Set(words.filter(({ length }) => length > 2).map((word) => word.toLowerCase()))];
}
