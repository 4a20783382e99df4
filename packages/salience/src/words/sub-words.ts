const SUB_WORD = /\p{Lu}?\p{Ll}{2,}|\p{Lu}{2,}|\d{2,}/gu;
const SHORTEST = 3;

const NONE = 0;
const SMALL = 1;
const CAPITAL = 2;
const DIGIT = 3;

/** Returns the words inside a name in lower case: `saveSessionState` gives save, session and state. */
export function subWords(name: string): string[] {
  const words: string[] = [];
  let at = 0;
  while (at < name.length) {
    const unit = name.charCodeAt(at);
    if (unit > 0x7f) return otherSubWords(name);
    const kind = kindOf(unit);
    let end = at + 1;
    if (kind === CAPITAL && kindOf(name.charCodeAt(end)) === SMALL) {
      end = runEnd(name, end, SMALL);
    } else if (kind !== NONE) end = runEnd(name, at, kind);
    if (name.charCodeAt(end) > 0x7f) return otherSubWords(name);
    if (kind !== NONE && end - at >= SHORTEST) {
      const word = name.slice(at, end).toLowerCase();
      if (!words.includes(word)) words.push(word);
    }
    at = end;
  }
  return words;
}

function otherSubWords(name: string): string[] {
  const words = (name.match(SUB_WORD) ?? []).filter(({ length }) => length >= SHORTEST);
  return [...new Set(words.map((word) => word.toLowerCase()))];
}

function runEnd(name: string, start: number, kind: number): number {
  let at = start + 1;
  while (kindOf(name.charCodeAt(at)) === kind) at += 1;
  return at;
}

function kindOf(unit: number): number {
  if (unit >= 0x61 && unit <= 0x7a) return SMALL;
  if (unit >= 0x41 && unit <= 0x5a) return CAPITAL;
  return unit >= 0x30 && unit <= 0x39 ? DIGIT : NONE;
}
