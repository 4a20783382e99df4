/** Assigns ids to substrings in order of first use, without creating a string for a known one. */
export interface SpanTable {
  /** Returns the id of a substring; -1 if it is unknown. */
  readonly find: (text: string, start: number, end: number) => number;
  /** Returns the id of a substring, a new one if it is unknown. */
  readonly number: (text: string, start: number, end: number) => number;
  readonly pieces: readonly string[];
}

const PRIME = 0x01_00_01_93;

export function createSpanTable(): SpanTable {
  // A random seed prevents inputs built to collide. Ids do not depend on it.
  const seed = Math.floor(Math.random() * 0x7f_ff_ff_ff);
  const pieces: string[] = [];
  let hashes = new Int32Array(512);
  /** Ids plus one, at their hash position or after it. At most half full. */
  let slots = new Int32Array(1_024);

  const hashOf = (text: string, start: number, end: number): number => {
    let hash = seed;
    for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), PRIME);
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c_1b_3c_6d);
    return hash ^ (hash >>> 13);
  };
  /** Returns the slot of a substring, or the free slot for it. */
  const slotOf = (text: string, start: number, end: number, hash: number): number => {
    const mask = slots.length - 1;
    const length = end - start;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const known = slots[slot]! - 1;
      if (known < 0) return slot;
      if (hashes[known] !== hash) continue;
      const piece = pieces[known]!;
      if (piece.length === length && text.startsWith(piece, start)) return slot;
    }
  };
  const grow = (): void => {
    const larger = new Int32Array(hashes.length * 2);
    larger.set(hashes);
    hashes = larger;
    slots = new Int32Array(hashes.length * 2);
    const mask = slots.length - 1;
    for (let known = 0; known < pieces.length; known += 1) {
      let slot = hashes[known]! & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = known + 1;
    }
  };
  return {
    pieces,
    find: (text, start, end) => slots[slotOf(text, start, end, hashOf(text, start, end))]! - 1,
    number(text, start, end) {
      const hash = hashOf(text, start, end);
      const slot = slotOf(text, start, end, hash);
      const known = slots[slot]! - 1;
      if (known >= 0) return known;
      hashes[pieces.length] = hash;
      slots[slot] = pieces.push(text.slice(start, end));
      if (pieces.length === hashes.length) grow();
      return pieces.length - 1;
    },
  };
}
