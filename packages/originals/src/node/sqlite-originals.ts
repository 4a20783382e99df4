import { badOption, checkedTtl } from '../originals-error.ts';
import type { OriginalsStore } from '../originals-store.ts';
import {
  createRunner,
  inTransaction,
  shrink,
  type ExpiryOptions,
  type SqliteDatabase,
} from '../sqlite-database.ts';

const TABLES = `
CREATE TABLE IF NOT EXISTS palimpsest_original (
  session TEXT NOT NULL, id TEXT NOT NULL, text TEXT NOT NULL, PRIMARY KEY (session, id)
);
CREATE TABLE IF NOT EXISTS palimpsest_record (
  number INTEGER PRIMARY KEY AUTOINCREMENT, session TEXT NOT NULL, text TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS palimpsest_record_session ON palimpsest_record (session);
CREATE TABLE IF NOT EXISTS palimpsest_originals_expiry (session TEXT PRIMARY KEY, expires INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS palimpsest_originals_file (id TEXT NOT NULL);`;

/** Limits of a store in SQLite. */
export interface SqliteLimits extends ExpiryOptions {
  /** Maximum size of the database in bytes, without free space in it. @default no limit */
  readonly maxBytes?: number;
}

/** Share of the time to live after which reading a session restarts it. */
const RESTART_SHARE = 1 / 30;

/**
 * Creates a store in an open SQLite database, which several processes of one machine can share. Creates its tables, and sets `busy_timeout` to
 * 0: a wait for another process does not block this one. Each change removes expired sessions, and restarts the time of its own session, or
 * ends it without `ttl`; reading a session restarts its time, too, as far as the database can be written. Over `maxBytes`, the oldest originals are removed first, then the oldest
 * records.
 *
 * @throws {OriginalsError} `BAD_OPTION`
 */
export function sqliteOriginals(
  database: SqliteDatabase,
  { ttl, now = Date.now, maxBytes }: SqliteLimits = {},
): OriginalsStore {
  const seconds = checkedTtl(ttl);
  if (maxBytes !== undefined && !(typeof maxBytes === 'number' && maxBytes >= 0)) {
    throw badOption('maxBytes', maxBytes, 'a number of 0 or more');
  }
  const milliseconds = seconds === undefined ? undefined : seconds * 1_000;
  const run = createRunner(database, () => prepareStatements(database));
  const change = async (session: string, work: (statements: Statements) => void): Promise<void> =>
    await run((statements) =>
      inTransaction(database, () => {
        const at = now();
        removeExpired(statements, at);
        if (milliseconds === undefined) statements.removeExpiry.run(session);
        else statements.expire.run(session, at + milliseconds);
        work(statements);
        if (maxBytes !== undefined) removeOldest(statements, maxBytes);
      }),
    );
  /** Reads a session, and restarts its time: seldom enough that reading costs nothing. */
  const read = async <Value>(
    session: string,
    work: (statements: Statements) => Value,
  ): Promise<Value> =>
    await run((statements) => {
      if (milliseconds !== undefined) restart(statements, session, now(), milliseconds);
      return work(statements);
    });
  return {
    put: async (session, originals) =>
      await change(session, ({ insert }) => {
        for (const { id, text } of originals) insert.run(session, id, text);
      }),
    get: async (session, ids) =>
      await read(session, ({ select }) =>
        ids.map((id) => (select.get(session, id) as { readonly text: string } | undefined)?.text),
      ),
    append: async (session, record) =>
      await change(session, ({ identify, append }) => {
        identify.run();
        append.run(session, record);
      }),
    records: async (session) =>
      await read(session, ({ list }) =>
        (list.all(session) as { readonly text: string }[]).map(({ text }) => text),
      ),
    version: async (session) =>
      await read(
        session,
        ({ count }) => (count.get(session) as { readonly version: string }).version,
      ),
    delete: async (session) =>
      await run((statements) => inTransaction(database, () => remove(statements, session))),
  };
}

/**
 * Removes expired sessions of an open database, then the oldest originals until it has at most `maxBytes`, and gives free space back to the
 * file system.
 */
export async function pruneDatabase(
  database: SqliteDatabase,
  { now = Date.now, maxBytes = Number.POSITIVE_INFINITY }: Omit<SqliteLimits, 'ttl'>,
): Promise<void> {
  const run = createRunner(database, () => prepareStatements(database));
  await run((statements) =>
    inTransaction(database, () => {
      removeExpired(statements, now());
      removeOldest(statements, maxBytes);
    }),
  );
  await shrink(database);
}

type Statements = ReturnType<typeof prepareStatements>;

function prepareStatements(database: SqliteDatabase) {
  database.exec(TABLES);
  const removalFrom = (table: string) =>
    database.prepare(`DELETE FROM palimpsest_${table} WHERE session = ?`);
  const oldestOf = (table: string) => ({
    list: database.prepare(
      `SELECT rowid AS row, LENGTH(CAST(text AS BLOB)) AS bytes FROM palimpsest_${table} ORDER BY rowid LIMIT 100`,
    ),
    remove: database.prepare(`DELETE FROM palimpsest_${table} WHERE rowid <= ?`),
  });
  const removeExpiry = removalFrom('originals_expiry');
  return {
    insert: database.prepare(
      'INSERT OR REPLACE INTO palimpsest_original (session, id, text) VALUES (?, ?, ?)',
    ),
    select: database.prepare('SELECT text FROM palimpsest_original WHERE session = ? AND id = ?'),
    append: database.prepare('INSERT INTO palimpsest_record (session, text) VALUES (?, ?)'),
    list: database.prepare('SELECT text FROM palimpsest_record WHERE session = ? ORDER BY number'),
    /** Gives the file an id: a file that replaces it counts its records from 1, too. */
    identify: database.prepare(
      'INSERT INTO palimpsest_originals_file SELECT hex(randomblob(8)) WHERE NOT EXISTS (SELECT 1 FROM palimpsest_originals_file)',
    ),
    count: database.prepare(
      "SELECT COALESCE((SELECT id FROM palimpsest_originals_file), '') || '-' || COUNT(*) || '-' || COALESCE(MAX(number), 0) AS version FROM palimpsest_record WHERE session = ?",
    ),
    expire: database.prepare(
      'INSERT OR REPLACE INTO palimpsest_originals_expiry (session, expires) VALUES (?, ?)',
    ),
    expiry: database.prepare('SELECT expires FROM palimpsest_originals_expiry WHERE session = ?'),
    expired: database.prepare('SELECT session FROM palimpsest_originals_expiry WHERE expires <= ?'),
    removeExpiry,
    removals: [removalFrom('original'), removalFrom('record'), removeExpiry],
    /** Rows from the oldest on: a text that is stored again is a new row. */
    oldest: [oldestOf('original'), oldestOf('record')],
    used: database.prepare(
      'SELECT (page_count - freelist_count) * page_size AS bytes FROM pragma_page_count(), pragma_freelist_count(), pragma_page_size()',
    ),
  };
}

function restart({ expiry, expire }: Statements, session: string, at: number, ttl: number): void {
  const row = expiry.get(session) as { readonly expires: number } | undefined;
  if (row === undefined || row.expires >= at + (1 - RESTART_SHARE) * ttl) return;
  try {
    expire.run(session, at + ttl);
  } catch {
    // The disk may be full, or another process may be writing. A read needs neither, and the next one tries again.
  }
}

function remove({ removals }: Statements, session: string): void {
  for (const one of removals) one.run(session);
}

function removeExpired(statements: Statements, at: number): void {
  for (const row of statements.expired.all(at) as { readonly session: string }[])
    remove(statements, row.session);
}

/** Removes the oldest rows until the database has at most `maxBytes`. */
function removeOldest({ oldest, used }: Statements, maxBytes: number): void {
  const surplus = (): number => (used.get() as { readonly bytes: number }).bytes - maxBytes;
  for (const { list, remove: removeUpTo } of oldest) {
    for (let tooMuch = surplus(); tooMuch > 0; tooMuch = surplus()) {
      const rows = list.all() as { readonly row: number; readonly bytes: number }[];
      let freed = 0;
      const last = rows.find(({ bytes }) => (freed += bytes) >= tooMuch) ?? rows.at(-1);
      if (last === undefined) break;
      removeUpTo.run(last.row);
    }
  }
}
