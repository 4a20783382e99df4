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

/** Milliseconds that a statement waits for another process. */
const WAIT_MS = 10_000;

/** Lets statements wait for other processes, and runs `sql`. */
export function prepareDatabase(database: SqliteDatabase, sql: string): void {
  database.exec(`PRAGMA busy_timeout = ${WAIT_MS};`);
  database.exec(sql);
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
