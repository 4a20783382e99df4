import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { memoryOriginals } from '../memory-originals.ts';
import { badOption, checkedTtl, OriginalsError } from '../originals-error.ts';
import type { OriginalsStore } from '../originals-store.ts';
import type { ExpiryOptions } from '../sqlite-database.ts';
import { sqliteOriginals } from './sqlite-originals.ts';

/**
 * Creates a store in the file `originals.sqlite` of a directory, both accessible only to their owner. Several processes may share it. The
 * first change creates them; without the file, there are no originals.
 *
 * @throws {OriginalsError} `BAD_OPTION`; its methods reject with `BAD_STORE` if the file is no SQLite database
 */
export function fileOriginals(directory: string, options: ExpiryOptions = {}): OriginalsStore {
  if (typeof directory !== 'string' || directory === '') {
    throw badOption('directory', directory, 'the path of a directory');
  }
  checkedTtl(options.ttl);
  const file = join(directory, 'originals.sqlite');
  const none = memoryOriginals();
  let opened: OriginalsStore | undefined;
  /** Opens the file again if it was deleted. */
  const open = async (): Promise<OriginalsStore> => {
    // Loaded only now: Node 22 warns of it.
    const { DatabaseSync } = await import('node:sqlite');
    if (opened !== undefined && existsSync(file)) return opened;
    createFolder(directory);
    closeSync(openSync(file, 'a', 0o600));
    try {
      const database = new DatabaseSync(file);
      // A reader does not wait for a writer, and a change does not wait for the disk: a killed process loses nothing.
      database.exec(
        'PRAGMA busy_timeout = 10000; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;',
      );
      opened = sqliteOriginals(database, options);
      return opened;
    } catch (error) {
      throw new OriginalsError(
        `${JSON.stringify(file)}: expected a SQLite database, got "${String(error)}". Move the file away, or name another directory for originals.`,
        'BAD_STORE',
      );
    }
  };
  const openExisting = async (): Promise<OriginalsStore> =>
    existsSync(file) ? await open() : none;
  return {
    put: async (...given) => (await open()).put(...given),
    get: async (...given) => (await openExisting()).get(...given),
    append: async (...given) => (await open()).append(...given),
    records: async (...given) => (await openExisting()).records(...given),
    version: async (...given) => (await (await openExisting()).version?.(...given)) ?? 'none',
    delete: async (...given) => (await openExisting()).delete(...given),
  };
}

/** Creates a folder and those above it. The recursive form of Node never ends where a folder exists and takes no other, such as `/proc`. */
function createFolder(path: string): void {
  if (existsSync(path)) return;
  createFolder(dirname(resolve(path)));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process may have created it.
    if (!existsSync(path)) throw error;
  }
}
