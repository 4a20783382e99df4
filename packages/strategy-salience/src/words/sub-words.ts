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
  for (let start = 0; start < name.length;) {
    const isWord = isCapital(name, start) && isSmall(name, start + 1) && isSmall(name, start + 2);
    const first = isWord ? start + 1 : start;
    const isSame = [isSmall, isCapital, isDigit].find((is) => is(name, first));
    let end = first + 1;
    while (isSame?.(name, end) === true) end += 1;
    add(name.slice(start, end));
    start = end;
  }
}

function isSmall(name: string, at: number): boolean {
  const unit = name.charCodeAt(at);
  return unit >= 0x61 && unit <= 0x7a;
}

function isCapital(name: string, at: number): boolean {
  const unit = name.charCodeAt(at);
  return unit >= 0x41 && unit <= 0x5a;
}

function isDigit(name: string, at: number): boolean {
  const unit = name.charCodeAt(at);
  return unit >= 0x30 && unit <= 0x39;
}

/** Returns whether a name is one word in lower case, as most are. */
export function isOneWord(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit < 0x61 || unit > 0x7a) return false;
  }
  return end - start >= MIN_LENGTH;
}
