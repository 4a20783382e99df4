import { closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { memoryOriginals } from '../memory-originals.ts';
import { badOption, checkedTtl, OriginalsError } from '../originals-error.ts';
import type { Awaitable, OriginalsStore } from '../originals-store.ts';
import { createRunner, emptyLog } from '../sqlite-database.ts';
import { pruneDatabase, sqliteOriginals, type SqliteLimits } from './sqlite-originals.ts';

// A reader does not wait for a writer, and a change does not wait for the disk: a killed process loses nothing. Deleted text is overwritten.
const PRAGMAS =
  'PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON;';

const FILE = 'originals.sqlite';

interface OpenFile {
  readonly store: OriginalsStore;
  readonly database: DatabaseSync;
  readonly inode: number | undefined;
}

/**
 * Creates a store in the file `originals.sqlite` of a directory, both accessible only to their owner. Several processes may share it. The
 * first change creates them; without the file, there are no originals.
 *
 * @throws {OriginalsError} `BAD_OPTION`; its methods reject with `BAD_STORE` if SQLite cannot use the file
 */
export function fileOriginals(directory: string, options: SqliteLimits = {}): OriginalsStore {
  if (typeof directory !== 'string' || directory === '') {
    throw badOption('directory', directory, 'the path of a directory');
  }
  checkedTtl(options.ttl);
  const file = join(directory, FILE);
  const none = memoryOriginals();
  const inodeNow = (): number | undefined => statSync(file, { throwIfNoEntry: false })?.ino;
  let opened: OpenFile | undefined;
  let opening: Promise<OpenFile> | undefined;
  /** Opens the file again if it was deleted or replaced. */
  const openFile = async (): Promise<OpenFile> => {
    if (opened !== undefined && opened.inode === inodeNow()) return opened;
    opened?.database.close();
    opened = undefined;
    createFolder(directory);
    // Closing an existing file would end the locks of other stores of this process on it.
    if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600));
    const inode = inodeNow();
    const database = await openDatabase(file);
    opened = { store: sqliteOriginals(database, options), database, inode };
    return opened;
  };
  const open = async (): Promise<OpenFile> =>
    await (opening ??= openFile().finally(() => (opening = undefined)));
  const use = async <Value>(work: (file: OpenFile) => Awaitable<Value>): Promise<Value> => {
    try {
      return await work(await open());
    } catch (error) {
      throw toStoreError(error, file);
    }
  };
  const read = <Value>(work: (store: OriginalsStore) => Awaitable<Value>): Awaitable<Value> =>
    existsSync(file) ? use(({ store }) => work(store)) : work(none);
  return {
    put: (...given) => use(({ store }) => store.put(...given)),
    get: async (...given) => read((store) => store.get(...given)),
    append: (...given) => use(({ store }) => store.append(...given)),
    records: async (...given) => read((store) => store.records(...given)),
    version: async (...given) => read((store) => store.version?.(...given) ?? 'none'),
    async delete(session) {
      if (!existsSync(file)) return;
      await use(async ({ store, database }) => {
        await store.delete(session);
        await emptyLog(database);
      });
    },
  };
}

/**
 * Removes expired sessions of a directory of `fileOriginals`, then the oldest originals until the database has at most `maxBytes`. Gives the free
 * space back to the file system. Other processes may use the directory meanwhile.
 *
 * @returns the size of the files in bytes, before and after; `undefined` for a directory without originals
 * @throws {OriginalsError} `BAD_STORE` if SQLite cannot use the file
 */
export async function pruneOriginals(
  directory: string,
  limits: Pick<SqliteLimits, 'maxBytes' | 'now'> = {},
): Promise<{ readonly bytesBefore: number; readonly bytesAfter: number } | undefined> {
  const file = join(directory, FILE);
  if (!existsSync(file)) return undefined;
  const sizeNow = (): number =>
    [file, `${file}-wal`].reduce(
      (sum, path) => sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0),
      0,
    );
  const bytesBefore = sizeNow();
  try {
    const database = await openDatabase(file);
    try {
      await pruneDatabase(database, limits);
    } finally {
      database.close();
    }
  } catch (error) {
    throw toStoreError(error, file);
  }
  return { bytesBefore, bytesAfter: sizeNow() };
}

async function openDatabase(file: string): Promise<DatabaseSync> {
  // Loaded only now: Node 22 warns of it.
  const { DatabaseSync: Database } = await import('node:sqlite');
  const database = new Database(file);
  try {
    await createRunner(database, () => database.exec(PRAGMAS))(() => undefined);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Result codes of SQLite for a file that is damaged, or is no database. */
const DAMAGED: ReadonlySet<number> = new Set([11, 26]);

/** Returns the error to throw: errors of SQLite as `BAD_STORE`, others as they are. */
function toStoreError(error: unknown, file: string): unknown {
  if (!(error instanceof Error && 'errcode' in error)) return error;
  const name = JSON.stringify(file);
  const reason = JSON.stringify(error.message);
  // The low byte is the code, without the details.
  const message = DAMAGED.has(Number(error.errcode) & 0xff)
    ? `${name}: expected a SQLite database, got ${reason}. Move the file away, or name another directory for originals.`
    : `${name}: expected a file that SQLite can use, got ${reason}. Check its permissions and the free disk space, or try again.`;
  return new OriginalsError(message, 'BAD_STORE', { cause: error });
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
