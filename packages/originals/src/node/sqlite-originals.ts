import { checkedTtl } from '../originals-error.ts';
import type { OriginalsStore } from '../originals-store.ts';
import {
  inTransaction,
  prepareDatabase,
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

/**
 * Creates a store in an open SQLite database, which several processes of one machine can share. Creates its tables, and sets
 * `busy_timeout`. Each change removes expired sessions, and restarts the time of its own session, or ends it without `ttl`.
 *
 * @throws {OriginalsError} `BAD_OPTION`
 */
export function sqliteOriginals(
  database: SqliteDatabase,
  { ttl, now = Date.now }: ExpiryOptions = {},
): OriginalsStore {
  const seconds = checkedTtl(ttl);
  prepareDatabase(database, TABLES);
  const insert = database.prepare(
    'INSERT OR REPLACE INTO palimpsest_original (session, id, text) VALUES (?, ?, ?)',
  );
  const select = database.prepare(
    'SELECT text FROM palimpsest_original WHERE session = ? AND id = ?',
  );
  const append = database.prepare('INSERT INTO palimpsest_record (session, text) VALUES (?, ?)');
  const list = database.prepare(
    'SELECT text FROM palimpsest_record WHERE session = ? ORDER BY number',
  );
  /** Gives the file an id: a file that replaces it counts its records from 1, too. */
  const identify = database.prepare(
    'INSERT INTO palimpsest_originals_file SELECT hex(randomblob(8)) WHERE NOT EXISTS (SELECT 1 FROM palimpsest_originals_file)',
  );
  const count = database.prepare(
    "SELECT COALESCE((SELECT id FROM palimpsest_originals_file), '') || '-' || COUNT(*) || '-' || COALESCE(MAX(number), 0) AS version FROM palimpsest_record WHERE session = ?",
  );
  const expire = database.prepare(
    'INSERT OR REPLACE INTO palimpsest_originals_expiry (session, expires) VALUES (?, ?)',
  );
  const expired = database.prepare(
    'SELECT session FROM palimpsest_originals_expiry WHERE expires <= ?',
  );
  const removalFrom = (table: string) =>
    database.prepare(`DELETE FROM palimpsest_${table} WHERE session = ?`);
  const removeExpiry = removalFrom('originals_expiry');
  const removals = [removalFrom('original'), removalFrom('record'), removeExpiry];
  const remove = (session: string): void => removals.forEach((one) => one.run(session));
  const change = (session: string, work: () => void): void =>
    inTransaction(database, () => {
      const at = now();
      for (const row of expired.all(at) as { readonly session: string }[]) remove(row.session);
      if (seconds === undefined) removeExpiry.run(session);
      else expire.run(session, at + seconds * 1_000);
      work();
    });
  return {
    put: (session, originals) =>
      change(session, () => {
        for (const { id, text } of originals) insert.run(session, id, text);
      }),
    get: (session, ids) =>
      ids.map((id) => (select.get(session, id) as { readonly text: string } | undefined)?.text),
    append: (session, record) =>
      change(session, () => {
        identify.run();
        append.run(session, record);
      }),
    records: (session) =>
      (list.all(session) as { readonly text: string }[]).map(({ text }) => text),
    version: (session) => (count.get(session) as { readonly version: string }).version,
    delete: (session) => inTransaction(database, () => remove(session)),
  };
}
