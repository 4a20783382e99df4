import { checkedTtl } from '../originals-error.ts';
import { sessionKey } from '../session-name.ts';
import {
  inTransaction,
  prepareDatabase,
  type ExpiryOptions,
  type SqliteDatabase,
} from '../sqlite-database.ts';
import type { LoadedSession, SessionStore } from './session-store.ts';

const TABLES = `
CREATE TABLE IF NOT EXISTS palimpsest_session (
  id TEXT PRIMARY KEY, version TEXT NOT NULL, state TEXT NOT NULL, expires INTEGER
);
CREATE INDEX IF NOT EXISTS palimpsest_session_expires ON palimpsest_session (expires);
CREATE TABLE IF NOT EXISTS palimpsest_part (
  session TEXT NOT NULL, id TEXT NOT NULL, text TEXT NOT NULL, PRIMARY KEY (session, id)
);`;

/**
 * Creates a session store in an open SQLite database, which several processes of one machine can share. Creates its tables, and sets
 * `busy_timeout`. Removes expired sessions at each commit.
 */
export function sqliteSessions(
  database: SqliteDatabase,
  { ttl, now = Date.now }: ExpiryOptions = {},
): SessionStore {
  const seconds = checkedTtl(ttl);
  prepareDatabase(database, TABLES);
  const select = database.prepare(
    'SELECT version, state FROM palimpsest_session WHERE id = ? AND (expires IS NULL OR expires > ?)',
  );
  const selectPart = database.prepare(
    'SELECT text FROM palimpsest_part WHERE session = ? AND id = ?',
  );
  const upsert = database.prepare(
    'INSERT OR REPLACE INTO palimpsest_session (id, version, state, expires) VALUES (?, ?, ?, ?)',
  );
  const insertPart = database.prepare(
    'INSERT OR IGNORE INTO palimpsest_part (session, id, text) VALUES (?, ?, ?)',
  );
  const removePart = database.prepare('DELETE FROM palimpsest_part WHERE session = ? AND id = ?');
  const remove = database.prepare('DELETE FROM palimpsest_session WHERE id = ?');
  const removeParts = database.prepare('DELETE FROM palimpsest_part WHERE session = ?');
  const removeExpired = database.prepare('DELETE FROM palimpsest_session WHERE expires <= ?');
  const removeExpiredParts = database.prepare(
    'DELETE FROM palimpsest_part WHERE session IN (SELECT id FROM palimpsest_session WHERE expires <= ?)',
  );

  const find = (key: string): LoadedSession | undefined => {
    const row = (select.get(key, now()) ?? undefined) as LoadedSession | undefined;
    return row && { version: row.version, state: row.state };
  };

  return {
    load: (session) => find(sessionKey(session)),
    parts(session, ids) {
      const key = sessionKey(session);
      return ids.map((id) => {
        const row = selectPart.get(key, id) as { text: string } | null | undefined;
        return row?.text;
      });
    },
    commit(session, version, change) {
      const key = sessionKey(session);
      return inTransaction(database, () => {
        const at = now();
        removeExpiredParts.run(at);
        removeExpired.run(at);
        if (find(key)?.version !== version) return 'conflict';
        const expires = seconds === undefined ? null : at + seconds * 1_000;
        upsert.run(key, change.version, change.state, expires);
        for (const { id, text } of change.parts) insertPart.run(key, id, text);
        for (const id of change.unused) removePart.run(key, id);
        return 'done';
      });
    },
    delete(session) {
      const key = sessionKey(session);
      inTransaction(database, () => {
        remove.run(key);
        removeParts.run(key);
      });
    },
  };
}
