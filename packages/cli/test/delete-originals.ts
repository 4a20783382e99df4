import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Deletes the originals in a folder, and leaves the records of the compressions. */
export function deleteOriginals(folder: string): void {
  const database = new DatabaseSync(join(folder, 'originals.sqlite'));
  database.exec('DELETE FROM palimpsest_original');
  database.close();
}
