import { readPackHead, type PackedOriginal } from './pack.ts';

/** Where an original lies. */
export interface PackPlace extends PackedOriginal {
  /** Path of the pack. */
  readonly pack: string;
}

/** Where the originals of a folder lie. */
export interface PlaceTable {
  /** Adds what a pack holds: nothing where its first line is not what was written. */
  addPack(path: string): Promise<void>;
  /** Returns the places of an original: several where one pack was damaged and it was written again. */
  find(id: string): PackPlace[];
}

/** Bytes of an id. */
const ID_BYTES = 32;

/** Creates an empty table. It holds 32 bytes and a few numbers for an original, as a folder may have 100,000 and more. */
export function createPlaceTable(): PlaceTable {
  let ids = Buffer.alloc(0);
  const packs: string[] = [];
  /** By index of an original. */
  const packOf: number[] = [];
  const starts: number[] = [];
  const lengths: number[] = [];
  /** By the first 32 bits of an id: the index of the last original whose id begins so. */
  const lastIndex = new Map<number, number>();
  /** By index: the index of the original before it whose id begins with the same bits, or -1. */
  const previous: number[] = [];

  return {
    async addPack(path) {
      const found: number[] = [];
      let foundIds = Buffer.alloc(ID_BYTES * 256);
      const head = await readPackHead(path, (id, length) => {
        const end = (found.length + 1) * ID_BYTES;
        if (foundIds.length < end) foundIds = Buffer.concat([foundIds], 2 * foundIds.length);
        foundIds.write(id, end - ID_BYTES, 'hex');
        found.push(length);
      });
      if (head === undefined) return;
      // From here on nothing waits, so that packs that are read at the same time are added one after another.
      const first = starts.length;
      const needed = (first + found.length) * ID_BYTES;
      if (ids.length < needed) ids = Buffer.concat([ids], Math.max(needed, 2 * ids.length));
      foundIds.copy(ids, first * ID_BYTES, 0, found.length * ID_BYTES);
      packs.push(path);
      let start = head;
      for (const [index, length] of found.entries()) {
        packOf.push(packs.length - 1);
        starts.push(start);
        lengths.push(length);
        start += length;
        const key = ids.readInt32BE((first + index) * ID_BYTES);
        previous.push(lastIndex.get(key) ?? -1);
        lastIndex.set(key, first + index);
      }
    },
    find(id) {
      const bytes = Buffer.from(id, 'hex');
      if (bytes.length !== ID_BYTES) return [];
      const places: PackPlace[] = [];
      let index = lastIndex.get(bytes.readInt32BE(0)) ?? -1;
      for (; index >= 0; index = previous[index]!) {
        if (bytes.compare(ids, index * ID_BYTES, (index + 1) * ID_BYTES) !== 0) continue;
        const [start, length] = [starts[index]!, lengths[index]!];
        places.push({ id, start, length, pack: packs[packOf[index]!]! });
      }
      return places.toReversed();
    },
  };
}
