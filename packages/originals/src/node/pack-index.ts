import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { unlessMissing } from './is-missing-file.ts';
import { PACK } from './pack.ts';
import { createPlaceTable, type PlaceTable } from './place-table.ts';
import { checkPackFile, checkSessionFolder } from './session-folder.ts';

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
