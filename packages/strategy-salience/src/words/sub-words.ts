const SUB_WORD = /[A-Z]?[a-z]{2,}|[A-Z]{2,}|\d{2,}/g;
/** The same for all scripts; slower. */
const ANY_SUB_WORD = /\p{Lu}?\p{Ll}{2,}|\p{Lu}{2,}|\d{2,}/gu;
const NON_ASCII = /[\u0080-\uffff]/;
const SHORTEST = 3;

/** Returns the words inside a name in lower case: `saveSessionState` gives save, session and state. */
export function subWords(name: string): string[] {
  const words: string[] = [];
  for (const found of name.match(NON_ASCII.test(name) ? ANY_SUB_WORD : SUB_WORD) ?? []) {
    if (found.length < SHORTEST) continue;
    const word = found.toLowerCase();
    if (!words.includes(word)) words.push(word);
  }
  return words;
}
