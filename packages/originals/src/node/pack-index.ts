import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PACK, type PackedOriginal, readPack, readPackHead } from './pack.ts';
import { checkPackFile, checkSessionFolder, unlessMissing } from './session-folder.ts';

interface Known {
  readonly packs: Set<string>;
  readonly table: PlaceTable;
}

/** Maximum number of folders whose packs are remembered. */
const REMEMBERED = 32;

/**
 * Returns a function that indexes the packs of a folder. It reads the first line of each pack once, because packs never change.
 *
 * @throws {OriginalsError} `BAD_STORE` when the folder is a link or a file, or when a pack is not a file
 */
export function createPackIndexes(): (folder: string) => Promise<Pick<PlaceTable, 'find'>> {
  const folders = new Map<string, Known>();
  return async (folder) => {
    await checkSessionFolder(folder);
    const packs = new Set<string>();
    for (const entry of await unlessMissing(readdir(folder, { withFileTypes: true }), [])) {
      if (!PACK.test(entry.name)) continue;
      checkPackFile(join(folder, entry.name), entry);
      packs.add(entry.name);
    }
    let known = folders.get(folder);
    if (known === undefined || [...known.packs].some((name) => !packs.has(name))) {
      known = { packs: new Set(), table: createPlaceTable() };
    }
    folders.delete(folder);
    folders.set(folder, known);
    for (const oldest of folders.keys()) {
      if (folders.size <= REMEMBERED) break;
      folders.delete(oldest);
    }
    for (const name of packs) {
      if (known.packs.has(name)) continue;
      await unlessMissing(known.table.addPack(join(folder, name)), undefined);
      known.packs.add(name);
    }
    return known.table;
  };
}

/** Position of an original: its pack, and the bytes in that pack. */
interface PackPlace extends PackedOriginal {
  /** Path of the pack. */
  readonly pack: string;
}

type PlaceTable = ReturnType<typeof createPlaceTable>;

/** Bytes of an id. */
const ID_BYTES = 32;

/**
 * Creates an empty index of the originals in the packs of a folder. It holds 32 bytes and a few numbers per original, because a folder may have
 * 100,000 and more.
 */
function createPlaceTable() {
  let ids = Buffer.alloc(0);
  const packs: string[] = [];
  /** By index of an original: the index of its pack. */
  const packOf: number[] = [];
  const starts: number[] = [];
  const lengths: number[] = [];
  /** By the first 32 bits of an id: the index of the last original whose id begins with them. */
  const lastIndex = new Map<number, number>();
  /** By index of an original: the index of the previous one with the same first 32 bits, or -1. */
  const previous: number[] = [];

  return {
    /** Adds the originals of a pack. Ignores a pack with an invalid first line. */
    async addPack(path: string): Promise<void> {
      const found: number[] = [];
      let foundIds = Buffer.alloc(ID_BYTES * 256);
      const head = await readPackHead(path, (id, length) => {
        const end = (found.length + 1) * ID_BYTES;
        if (foundIds.length < end) foundIds = Buffer.concat([foundIds], 2 * foundIds.length);
        foundIds.write(id, end - ID_BYTES, 'hex');
        found.push(length);
      });
      if (head === undefined) return;
      // Synchronous from here on, so that packs read concurrently are added one after another.
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
    /** Returns the places of an original. There are several if a pack was damaged and the original was written again. */
    find(id: string): PackPlace[] {
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

/** An original to read, with its possible places. */
interface WantedOriginal {
  readonly id: string;
  readonly places: readonly PackPlace[];
  /** Returns whether a text is the one that was stored. If no place has a sound text, the last text found is returned. */
  readonly isSound: (text: string) => boolean;
}

interface PlacedText {
  readonly text: string;
  readonly place: PackPlace;
}

/**
 * Reads each original from its places in order, until a text is sound: one pack may be damaged and another hold a copy. Opens each pack
 * once per round.
 */
export async function readPlaces(
  wanted: Iterable<WantedOriginal>,
): Promise<ReadonlyMap<string, PlacedText>> {
  const texts = new Map<string, PlacedText>();
  let open = [...wanted];
  for (let next = 0; open.length > 0; next += 1) {
    const packs = new Map<string, (WantedOriginal & { readonly place: PackPlace })[]>();
    for (const original of open) {
      const place = original.places[next];
      if (place === undefined) continue;
      const some = packs.get(place.pack) ?? [];
      packs.set(place.pack, some);
      some.push({ ...original, place });
    }
    open = [];
    for (const [pack, some] of packs) {
      const places = some.map(({ place }) => place);
      const read = await unlessMissing(readPack(pack, places), new Map<string, string>());
      for (const original of some) {
        const text = read.get(original.id);
        if (text !== undefined) texts.set(original.id, { text, place: original.place });
        if (text === undefined || !original.isSound(text)) open.push(original);
      }
    }
  }
  return texts;
}
