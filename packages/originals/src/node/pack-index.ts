import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { unlessMissing } from './is-missing-file.ts';
import { PACK, readPackIndex, type PackedOriginal } from './pack.ts';

/** Where originals of a folder lie. */
export interface PackIndex {
  /** By id; of an original that lies in several packs, one of them. */
  readonly places: ReadonlyMap<string, PackPlace>;
}

export interface PackPlace extends PackedOriginal {
  /** Path of the pack. */
  readonly pack: string;
}

interface Known {
  readonly packs: Set<string>;
  readonly places: Map<string, PackPlace>;
}

/** Folders whose packs are remembered at a time. */
const REMEMBERED = 32;

/** Reads which packs are in a folder, and of each pack the first line once: packs never change. */
export function createPackIndexes(): (folder: string) => Promise<PackIndex> {
  const folders = new Map<string, Known>();
  return async (folder) => {
    const names = await unlessMissing(readdir(folder), []);
    const packs = new Set(names.filter((name) => PACK.test(name)));
    let known = folders.get(folder);
    if (known === undefined || [...known.packs].some((name) => !packs.has(name))) {
      known = { packs: new Set(), places: new Map() };
    }
    folders.delete(folder);
    folders.set(folder, known);
    for (const oldest of folders.keys()) {
      if (folders.size <= REMEMBERED) break;
      folders.delete(oldest);
    }
    for (const name of packs) {
      if (known.packs.has(name)) continue;
      const pack = join(folder, name);
      for (const original of await unlessMissing(readPackIndex(pack), [])) {
        known.places.set(original.id, { ...original, pack });
      }
      known.packs.add(name);
    }
    return known;
  };
}
