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
CREATE TABLE IF NOT EXISTS palimpsest_originals_expiry (session TEXT PRIMARY KEY, expires INTEGER NOT NULL);`;

/**
 * Creates a store in an open SQLite database, which several processes of one machine can share. Creates its tables, and sets
 * `busy_timeout`. With `ttl`, each change restarts the time of its session, and removes expired sessions.
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
  const count = database.prepare(
    "SELECT COUNT(*) || '-' || COALESCE(MAX(number), 0) AS version FROM palimpsest_record WHERE session = ?",
  );
  const expire = database.prepare(
    'INSERT OR REPLACE INTO palimpsest_originals_expiry (session, expires) VALUES (?, ?)',
  );
  const expired = database.prepare(
    'SELECT session FROM palimpsest_originals_expiry WHERE expires <= ?',
  );
  const removals = ['original', 'record', 'originals_expiry'].map((table) =>
    database.prepare(`DELETE FROM palimpsest_${table} WHERE session = ?`),
  );
  const remove = (session: string): void => removals.forEach((one) => one.run(session));
  const change = (session: string, work: () => void): void =>
    inTransaction(database, () => {
      const at = now();
      for (const row of expired.all(at) as { readonly session: string }[]) remove(row.session);
      if (seconds !== undefined) expire.run(session, at + seconds * 1_000);
      work();
    });
  return {
    put: (session, originals) =>
      change(session, () => {
        for (const { id, text } of originals) insert.run(session, id, text);
      }),
    get: (session, ids) =>
      ids.map((id) => (select.get(session, id) as { readonly text: string } | undefined)?.text),
    append: (session, record) => change(session, () => append.run(session, record)),
    records: (session) =>
      (list.all(session) as { readonly text: string }[]).map(({ text }) => text),
    version: (session) => (count.get(session) as { readonly version: string }).version,
    delete: (session) => inTransaction(database, () => remove(session)),
  };
}
