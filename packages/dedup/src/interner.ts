export interface Interner {
  /**
   * Returns a number for the text: the same for equal texts, different for others. Numbers start at 0 and may have gaps, because pieces of
   * long texts use numbers too.
   */
  readonly intern: (text: string) => number;
  /** Greater than every number returned so far. */
  readonly size: number;
}

export interface InternerOptions {
  /** Longer texts are processed in pieces of this many UTF-16 units. */
  readonly pieceLength?: number;
  /** Maximum number of entries per `Map`; then another one is created. */
  readonly mapSize?: number;
}

/** In UTF-16 units. V8 hashes strings longer than 16,383 units by their length alone: all of one length would share one bucket of a `Map`. */
const PIECE_LENGTH = 8_192;
/** Below the limit of a `Map`, 2^24 entries. */
const MAP_SIZE = 2 ** 23;

/**
 * Assigns a number to each distinct text, in linear time. `Map` provides the hash, with the engine's seed, and the full comparison. A long text
 * is numbered piece by piece: each pair of the number so far and the number of the next piece gets a number. Pieces and pairs share one counter,
 * so their numbers never collide.
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
