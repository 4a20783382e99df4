import { fileOriginals, pruneOriginals } from '@palimpsest/originals/node';
import { pruneSessions, sqliteSessions } from '@palimpsest/originals/sessions';
import type { ServeOptions } from '@palimpsest/proxy/node';
import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { errorCode, UsageError } from '../errors.ts';
import { quote } from '../terminal/printable.ts';

/** Seconds after its last request at which a session is forgotten, with its originals: 30 days. */
const SESSION_SECONDS = 30 * 86_400;

/** Maximum size of all originals in bytes. */
const MAX_BYTES = 1_000_000_000;

const SESSIONS_FILE = 'sessions.sqlite';

/**
 * Opens the stores of a folder. With them, a proxy that was killed sends what it would have sent.
 *
 * @throws {UsageError} if the folder cannot be written, or the file of sessions is no database
 */
export async function openStores(
  folder: string,
): Promise<Required<Pick<ServeOptions, 'originals' | 'sessions'>>> {
  const file = join(folder, SESSIONS_FILE);
  let database: DatabaseSync;
  try {
    // Only this user may read it, as the files of originals.
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    database = await openDatabase(file);
    chmodSync(file, 0o600);
  } catch (error) {
    throw new UsageError(
      `--originals: expected a folder that can be written, got ${quote(folder)} (${errorCode(error) || 'unknown error'}). Name another one.`,
      { cause: error },
    );
  }
  configure(database, file);
  return {
    originals: fileOriginals(folder, { ttl: SESSION_SECONDS, maxBytes: MAX_BYTES }),
    sessions: sqliteSessions(database, { ttl: SESSION_SECONDS }),
  };
}

/**
 * Removes expired sessions of a folder with their originals, then the oldest originals until at most `maxBytes` are left.
 *
 * @throws {UsageError} if a file is no database
 * @returns the size of the originals in bytes, before and after; `undefined` for a folder without originals
 */
export async function pruneStores(
  folder: string,
  limits: { readonly maxBytes?: number },
): ReturnType<typeof pruneOriginals> {
  const pruned = await pruneOriginals(folder, limits);
  const file = join(folder, SESSIONS_FILE);
  if (existsSync(file)) {
    const database = await openDatabase(file);
    try {
      configure(database, file);
      await pruneSessions(database);
    } finally {
      database.close();
    }
  }
  return pruned;
}

async function openDatabase(file: string): Promise<DatabaseSync> {
  // Loaded only now: Node 22 warns of it.
  const { DatabaseSync: Database } = await import('node:sqlite');
  return new Database(file);
}

function configure(database: DatabaseSync, file: string): void {
  try {
    // Another process may open it at the same time, or recover what a killed one left.
    database.exec('PRAGMA busy_timeout = 5000;');
    // A reader does not wait for a writer, and a commit does not wait for the disk: a killed process loses nothing.
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(
      `--originals: expected a database that SQLite can use, got ${quote(file)} (${reason}). Move the file away, or name another folder.`,
      { cause: error },
    );
  }
}
