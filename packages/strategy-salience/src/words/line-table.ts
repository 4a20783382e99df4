import { createHashIndex, extendHash, HASH_SEED } from './hash-index.ts';
import { createIntList } from './int-list.ts';

/** Assigns ids to lines in order of first use. Refers to the text that contains them, and creates no string. */
export interface LineTable {
  readonly size: number;
  /** Returns the id of the line between two indices, a new one if it is unknown. */
  readonly number: (text: string, start: number, end: number) => number;
  readonly text: (id: number) => string;
}

export function createLineTable(): LineTable {
  const index = createHashIndex();
  const texts: string[] = [];
  /** Per line: the index of the text where it was found first, its start and its end. */
  const textOf = createIntList();
  const starts = createIntList();
  const ends = createIntList();

  const isSame = (id: number, text: string, start: number, end: number): boolean => {
    const from = starts.values[id]!;
    if (ends.values[id]! - from !== end - start) return false;
    const known = texts[textOf.values[id]!]!;
    for (let at = start; at < end; at += 1) {
      if (known.charCodeAt(from + at - start) !== text.charCodeAt(at)) return false;
    }
    return true;
  };
  return {
    get size() {
      return index.size;
    },
    number(text, start, end) {
      let hash = HASH_SEED;
      for (let at = start; at < end; at += 1) hash = extendHash(hash, text.charCodeAt(at));
      for (let id = index.first(hash); id >= 0; id = index.next()) {
        if (isSame(id, text, start, end)) return id;
      }
      if (texts.at(-1) !== text) texts.push(text);
      textOf.push(texts.length - 1);
      starts.push(start);
      ends.push(end);
      return index.add(hash);
    },
    text: (id) => texts[textOf.values[id]!]!.slice(starts.values[id], ends.values[id]),
  };
}
