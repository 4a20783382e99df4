import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { unlessMissing } from './is-missing-file.ts';
import { PACK, readPackIndex, type PackedOriginal } from './pack.ts';
import { checkPackFile, checkSessionFolder } from './session-folder.ts';

/** Where originals of a folder lie. */
export interface PackIndex {
  /** By id; an original lies in several packs where one of them was damaged. */
  readonly places: ReadonlyMap<string, readonly PackPlace[]>;
}

export interface PackPlace extends PackedOriginal {
  /** Path of the pack. */
  readonly pack: string;
}

interface Known {
  readonly packs: Set<string>;
  readonly places: Map<string, PackPlace[]>;
}

/** Folders whose packs are remembered at a time. */
const REMEMBERED = 32;

/**
 * Reads which packs are in a folder, and of each pack the first line once: packs never change.
 *
 * @throws {OriginalsError} `BAD_STORE` for a folder that is a link or a file, and for a pack that is no file
 */
export function createPackIndexes(): (folder: string) => Promise<PackIndex> {
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
        const places = known.places.get(original.id) ?? [];
        known.places.set(original.id, places);
        places.push({ ...original, pack });
      }
      known.packs.add(name);
    }
    return known;
  };
}
