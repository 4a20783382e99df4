/** Consecutive ids by hash. Holds no keys: callers compare the candidates. */
export interface HashIndex {
  readonly size: number;
  /** Adds the next id. */
  readonly add: (hash: number) => number;
  /** Returns the first id with a hash; -1 if there is none. */
  readonly first: (hash: number) => number;
  /** Returns the next id with the hash of the last `first`; -1 if there is none. */
  readonly next: () => number;
}

/** A random seed prevents inputs built to collide. Ids do not depend on it. */
export const HASH_SEED: number = /* @__PURE__ */ Math.floor(Math.random() * 0x7f_ff_ff_ff);
const PRIME = 0x01_00_01_93;

/** Returns the hash of a text that is one UTF-16 unit longer. */
export function extendHash(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, PRIME);
}

export function createHashIndex(): HashIndex {
  let size = 0;
  /** Pairs of a hash and an id plus one, at the slot of the hash or after it. At most half full. */
  let slots = new Int32Array(2_048);
  let mask = 1_023;
  let wanted = 0;
  let slot = 0;

  const occupy = (hash: number, id: number): void => {
    let free = firstSlot(hash) & mask;
    while (slots[2 * free + 1] !== 0) free = (free + 1) & mask;
    slots[2 * free] = hash;
    slots[2 * free + 1] = id + 1;
  };
  const grow = (): void => {
    const old = slots;
    slots = new Int32Array(old.length * 2);
    mask = slots.length / 2 - 1;
    for (let at = 0; at < old.length; at += 2) {
      if (old[at + 1] !== 0) occupy(old[at]!, old[at + 1]! - 1);
    }
  };
  const candidate = (): number => {
    while (slots[2 * slot + 1] !== 0) {
      if (slots[2 * slot] === wanted) return slots[2 * slot + 1]! - 1;
      slot = (slot + 1) & mask;
    }
    return -1;
  };
  return {
    get size() {
      return size;
    },
    add(hash) {
      if (2 * size > mask) grow();
      occupy(hash, size);
      size += 1;
      return size - 1;
    },
    first(hash) {
      wanted = hash;
      slot = firstSlot(hash) & mask;
      return candidate();
    },
    next() {
      slot = (slot + 1) & mask;
      return candidate();
    },
  };
}

/** Mixes a hash, so that its low bits depend on all of it. */
function firstSlot(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 15), 0x2c_1b_3c_6d);
  return mixed ^ (mixed >>> 13);
}
