/** Phrases by first word, longest first. */
export type Phrases = ReadonlyMap<string, readonly string[]>;

const FIRST_WORD = /^[\p{L}\p{M}]+/u;

export function phrasesByWord(phrases: readonly string[]): Phrases {
  return longestFirstBy(phrases, (phrase) => FIRST_WORD.exec(phrase)![0]);
}

/** Phrases by first UTF-16 unit, longest first. */
export type WidePhrases = ReadonlyMap<number, readonly string[]>;

export function phrasesByUnit(phrases: readonly string[]): WidePhrases {
  return longestFirstBy(phrases, (phrase) => phrase.charCodeAt(0));
}

function longestFirstBy<Key>(
  phrases: readonly string[],
  keyOf: (phrase: string) => Key,
): Map<Key, string[]> {
  const groups = new Map<Key, string[]>();
  for (const phrase of phrases.toSorted((one, other) => other.length - one.length)) {
    const key = keyOf(phrase);
    groups.set(key, [...(groups.get(key) ?? []), phrase]);
  }
  return groups;
}

/** Returns the end of the longest phrase whose first word is at `start`, or -1. Ignores case and the form of apostrophes. */
export function phraseEnd(phrases: Phrases, text: string, start: number, wordEnd: number): number {
  for (const phrase of phrases.get(text.slice(start, wordEnd).toLowerCase()) ?? []) {
    const end = start + phrase.length;
    if (end === wordEnd) return end;
    const said = text.slice(start, end).toLowerCase().replace('’', "'");
    if (said === phrase && !WORD_UNIT.test(text.charAt(end))) return end;
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
