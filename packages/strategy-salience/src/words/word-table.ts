import { createHashIndex, extendHash, HASH_SEED } from './hash-index.ts';
import { createIntList } from './int-list.ts';

/**
 * Assigns ids to words in order of first use. Copies their characters to one list, so that a known word is found without a string, and
 * holds no text. Callers that read the characters anyway compute the hash: `extendHash` from `HASH_SEED` on.
 */
export interface WordTable {
  readonly size: number;
  /** Returns the id of a word; -1 if it is unknown. */
  readonly find: (text: string, start: number, end: number, hash: number) => number;
  /** Adds an unknown word and returns its id. */
  readonly add: (text: string, start: number, end: number, hash: number) => number;
  /** Returns the id of a word, a new one if it is unknown. */
  readonly number: (text: string, start: number, end: number) => number;
  readonly text: (id: number) => string;
  /** Returns the first UTF-16 unit of a word. */
  readonly firstCharacter: (id: number) => number;
}

export function createWordTable(): WordTable {
  const index = createHashIndex();
  /** Characters of all words, and where each word starts, plus a final bound. */
  let characters = new Uint16Array(8_192);
  const bounds = createIntList();
  bounds.push(0);

  const find = (text: string, start: number, end: number, hash: number): number => {
    for (let id = index.first(hash); id >= 0; id = index.next()) {
      let from = bounds.values[id]!;
      const to = bounds.values[id + 1]!;
      if (to - from !== end - start) continue;
      let at = start;
      while (from < to && characters[from] === text.charCodeAt(at)) {
        from += 1;
        at += 1;
      }
      if (from === to) return id;
    }
    return -1;
  };
  const add = (text: string, start: number, end: number, hash: number): number => {
    const from = bounds.values[index.size]!;
    const to = from + end - start;
    if (to > characters.length) {
      const larger = new Uint16Array(Math.max(to, characters.length * 2));
      larger.set(characters);
      characters = larger;
    }
    for (let at = start; at < end; at += 1) characters[from + at - start] = text.charCodeAt(at);
    bounds.push(to);
    return index.add(hash);
  };
  return {
    get size() {
      return index.size;
    },
    find,
    add,
    number(text, start, end) {
      let hash = HASH_SEED;
      for (let at = start; at < end; at += 1) hash = extendHash(hash, text.charCodeAt(at));
      const known = find(text, start, end, hash);
      return known < 0 ? add(text, start, end, hash) : known;
    },
    firstCharacter: (id) => characters[bounds.values[id]!]!,
    text: (id) =>
      String.fromCharCode(...characters.subarray(bounds.values[id], bounds.values[id + 1])),
  };
}
