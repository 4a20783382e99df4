/** The methods of an open SQLite database that are needed: of `node:sqlite`, `bun:sqlite` or `better-sqlite3`. */
export interface SqliteDatabase {
  exec(sql: string): unknown;
  prepare(sql: string): SqliteStatement;
}

type SqliteValue = string | number | null;

interface SqliteStatement {
  get(...values: SqliteValue[]): unknown;
  all(...values: SqliteValue[]): unknown[];
  run(...values: SqliteValue[]): unknown;
}

/** Options of a store that removes expired sessions itself. */
export interface ExpiryOptions {
  /** Seconds after the last change at which a session expires. @default never */
  readonly ttl?: number;
  /** Clock in ms that all processes share. @default Date.now */
  readonly now?: () => number;
}

/** Milliseconds that work waits for another process. */
const MAX_WAIT_MS = 10_000;

/** Milliseconds between two attempts. */
const PAUSE_MS = 20;

/** Runs work with the prepared statements of a database. */
type RunInDatabase<Statements> = <Value>(work: (statements: Statements) => Value) => Promise<Value>;

/**
 * Returns a function that runs work as soon as no other process has locked the database. A wait does not block this process. Prepares the
 * statements at the first call.
 */
export function createRunner<Statements>(
  database: SqliteDatabase,
  prepare: () => Statements,
): RunInDatabase<Statements> {
  let prepared: { readonly statements: Statements } | undefined;
  return async (work) => {
    for (let waited = 0; ; waited += PAUSE_MS) {
      try {
        if (prepared === undefined) {
          // SQLite itself would wait without letting anything else run.
          database.exec('PRAGMA busy_timeout = 0;');
          prepared = { statements: prepare() };
        }
        return work(prepared.statements);
      } catch (error) {
        if (!isLocked(error) || waited >= MAX_WAIT_MS) throw error;
      }
      await new Promise((resolve) => void setTimeout(resolve, PAUSE_MS));
    }
  };
}

/** Returns whether another process has locked the database, by the errors of `node:sqlite`, `bun:sqlite` and `better-sqlite3`. */
function isLocked(error: unknown): boolean {
  const { errcode, errno, code } = Object(error) as Record<string, unknown>;
  // The low byte is the code, without the details.
  const isBusy = [errcode, errno].some((one) => typeof one === 'number' && (one & 0xff) === BUSY);
  return isBusy || (typeof code === 'string' && code.startsWith('SQLITE_BUSY'));
}

/** Result code of SQLite for a locked database. */
const BUSY = 5;

/** Moves the log of a database, which still has deleted text, into its file as soon as no other process reads. */
export async function emptyLog(database: SqliteDatabase): Promise<void> {
  const run = createRunner(database, () => database.prepare('PRAGMA wal_checkpoint(TRUNCATE)'));
  await run((statement) => {
    const { busy } = statement.get() as { readonly busy: number };
    if (busy === 1) throw Object.assign(new Error('database is locked'), { errcode: BUSY });
  });
}

/** Gives the free space of a database back to the file system. */
export async function shrink(database: SqliteDatabase): Promise<void> {
  await createRunner(database, () => undefined)(() => database.exec('VACUUM'));
  await emptyLog(database);
}

/** Takes the write lock first: a read that is upgraded later could fail because another process wrote meanwhile. */
export function inTransaction<Value>(database: SqliteDatabase, work: () => Value): Value {
  database.exec('BEGIN IMMEDIATE');
  try {
    const value = work();
    database.exec('COMMIT');
    return value;
  } catch (error) {
    try {
      database.exec('ROLLBACK');
    } catch {
      // SQLite has already rolled back, as it does when the disk is full.
    }
    throw error;
  }
}
