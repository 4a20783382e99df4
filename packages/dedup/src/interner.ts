export interface Interner {
  /** A number for the text, the same for equal texts and for no other; counted from 0, some are left out. */
  readonly intern: (text: string) => number;
  /** Above every number given so far. */
  readonly size: number;
}

export interface InternerOptions {
  /** Longer texts are taken in pieces of this many UTF-16 units. */
  readonly pieceLength?: number;
  /** Entries of one `Map`; beyond, another is begun. */
  readonly mapSize?: number;
}

/** V8 hashes strings beyond 16,383 units by their length alone: all of one length would meet in one bucket of a `Map`. */
const PIECE_LENGTH = 8_192;
/** A `Map` holds 2^24 entries at most. */
const MAP_SIZE = 2 ** 23;

/**
 * Numbers texts by their content, in time linear in them. `Map` does the hashing, with the engine's own seed, and the full comparison. A
 * long text is its first piece joined with the second, that with the third, and so on; each join is numbered as a pair.
 */
export function createInterner({
  pieceLength = PIECE_LENGTH,
  mapSize = MAP_SIZE,
}: InternerOptions = {}): Interner {
  let size = 0;
  const next = (): number => (size += 1) - 1;
  const numberOf = createNumbering(next, mapSize);
  const numberOfPair = createNumbering(next, mapSize);
  return {
    intern(text) {
      let joined = numberOf(text.slice(0, pieceLength));
      for (let start = pieceLength; start < text.length; start += pieceLength) {
        joined = numberOfPair(`${joined} ${numberOf(text.slice(start, start + pieceLength))}`);
      }
      return joined;
    },
    get size() {
      return size;
    },
  };
}

function createNumbering(next: () => number, mapSize: number): (key: string) => number {
  let newest = new Map<string, number>();
  const maps = [newest];
  return (key) => {
    for (const map of maps) {
      const known = map.get(key);
      if (known !== undefined) return known;
    }
    if (newest.size >= mapSize) maps.push((newest = new Map()));
    const number = next();
    newest.set(key, number);
    return number;
  };
}
