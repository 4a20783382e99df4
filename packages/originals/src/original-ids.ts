/** Length of a short id, in hexadecimal digits. */
export const SHORT_ID_LENGTH = 8;

/** The ids of a session's originals. */
export interface OriginalIds {
  /** Each id once, in the order of insertion. Not a copy. */
  readonly all: readonly string[];
  add(id: string): void;
  /** Returns the ids that begin with `beginning`, which must have at least `SHORT_ID_LENGTH` digits. */
  startingWith(beginning: string): readonly string[];
}

/** Creates an empty index. It stores numbers per id instead of objects, because a session may have 100,000 originals and more. */
export function createOriginalIds(): OriginalIds {
  const all: string[] = [];
  const known = new Set<string>();
  /** By short id as a number: the index of the last id that begins with it. */
  const lastIndex = new Map<number, number>();
  /** By index: the index of the previous id with the same short id, or -1. */
  const previous: number[] = [];
  const indexNew = (): void => {
    for (let index = previous.length; index < all.length; index += 1) {
      const key = keyOf(all[index]!);
      previous.push(lastIndex.get(key) ?? -1);
      lastIndex.set(key, index);
    }
  };
  return {
    all,
    add(id) {
      if (known.has(id)) return;
      known.add(id);
      all.push(id);
    },
    startingWith(beginning) {
      if (known.has(beginning)) return [beginning];
      if (typeof beginning !== 'string' || beginning.length < SHORT_ID_LENGTH) return [];
      indexNew();
      const found: string[] = [];
      let index = lastIndex.get(keyOf(beginning)) ?? -1;
      for (; index >= 0; index = previous[index]!) {
        if (all[index]!.startsWith(beginning)) found.push(all[index]!);
      }
      return found.toReversed();
    },
  };
}

/** Returns the first 32 bits of an id as a small integer, which a map stores without an extra object. */
function keyOf(id: string): number {
  return Number.parseInt(id.slice(0, SHORT_ID_LENGTH), 16) | 0;
}
