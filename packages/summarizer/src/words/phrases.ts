/** Phrases by first word; each list has the rest, longest first. */
export type Phrases = ReadonlyMap<string, readonly string[]>;

const FIRST_WORD = /^[\p{L}\p{M}]+/u;

export function phrasesByWord(phrases: readonly string[]): Phrases {
  const byWord = new Map<string, string[]>();
  for (const phrase of phrases.toSorted((one, other) => other.length - one.length)) {
    const [word] = FIRST_WORD.exec(phrase)!;
    const rests = byWord.get(word) ?? [];
    rests.push(phrase.slice(word.length));
    byWord.set(word, rests);
  }
  return byWord;
}

/** Phrases by first UTF-16 unit, longest first. */
export type WidePhrases = ReadonlyMap<number, readonly string[]>;

export function phrasesByUnit(phrases: readonly string[]): WidePhrases {
  const byUnit = new Map<number, string[]>();
  for (const phrase of phrases.toSorted((one, other) => other.length - one.length)) {
    const list = byUnit.get(phrase.charCodeAt(0)) ?? [];
    list.push(phrase);
    byUnit.set(phrase.charCodeAt(0), list);
  }
  return byUnit;
}

/** Returns the end of the longest phrase whose first word is at `start`, or -1. Ignores case and the form of apostrophes. */
export function phraseEnd(phrases: Phrases, text: string, start: number, wordEnd: number): number {
  for (const rest of phrases.get(text.slice(start, wordEnd).toLowerCase()) ?? []) {
    if (rest === '') return wordEnd;
    const end = wordEnd + rest.length;
    const follows = text.slice(wordEnd, end).toLowerCase().replace('’', "'");
    if (follows === rest && !WORD_UNIT.test(text.charAt(end))) return end;
  }
  return -1;
}

const WORD_UNIT = /[\p{L}\p{M}\p{N}]/u;

/** Returns the end of the longest phrase at `start`, or -1. */
export function widePhraseEnd(phrases: WidePhrases, text: string, start: number): number {
  for (const phrase of phrases.get(text.charCodeAt(start)) ?? [])
    if (text.startsWith(phrase, start)) return start + phrase.length;
  return -1;
}
