import { isDigit, isLower, isUpper } from './characters.ts';

/** Words of any script. A loop finds the same in ASCII. */
const SUB_WORD = /\p{Lu}?\p{Ll}{2,}|\p{Lu}{2,}|\d{2,}/gu;
const NON_ASCII = /[\u0080-\uffff]/;
const MIN_LENGTH = 3;

/** Returns the words inside a name in lower case: `saveSessionState` gives save, session and state. */
export function subWords(name: string): string[] {
  const words: string[] = [];
  const add = (found: string): void => {
    if (found.length < MIN_LENGTH) return;
    const word = found.toLowerCase();
    if (!words.includes(word)) words.push(word);
  };
  if (NON_ASCII.test(name)) for (const found of name.match(SUB_WORD) ?? []) add(found);
  else forEachAsciiWord(name, add);
  return words;
}

/** Finds a capital with small letters, or two or more small letters, capitals or digits. */
function forEachAsciiWord(name: string, add: (word: string) => void): void {
  const unit = (at: number): number => name.charCodeAt(at);
  for (let start = 0; start < name.length;) {
    const isWord = isUpper(unit(start)) && isLower(unit(start + 1)) && isLower(unit(start + 2));
    const first = isWord ? start + 1 : start;
    const isSame = [isLower, isUpper, isDigit].find((is) => is(unit(first)));
    let end = first + 1;
    while (isSame?.(unit(end)) === true) end += 1;
    add(name.slice(start, end));
    start = end;
  }
}

/** Returns whether a name is one word in lower case, as most are. */
export function isOneWord(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) if (!isLower(text.charCodeAt(at))) return false;
  return end - start >= MIN_LENGTH;
}
