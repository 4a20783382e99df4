import { checkedTtl } from '../originals-error.ts';
import { sessionKey } from '../session-name.ts';
import {
  createRunner,
  inTransaction,
  shrink,
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
 * `busy_timeout` to 0: a wait for another process does not block this one. Removes expired sessions at each commit.
 */
export function sqliteSessions(
  database: SqliteDatabase,
  { ttl, now = Date.now }: ExpiryOptions = {},
): SessionStore {
  const seconds = checkedTtl(ttl);
  const run = createRunner(database, () => prepareStatements(database));
  const find = ({ select }: Statements, key: string): LoadedSession | undefined => {
    const row = (select.get(key, now()) ?? undefined) as LoadedSession | undefined;
    return row && { version: row.version, state: row.state };
  };

  return {
    async load(session) {
      const key = sessionKey(session);
      return await run((statements) => find(statements, key));
    },
    async parts(session, ids) {
      const key = sessionKey(session);
      return await run(({ selectPart }) =>
        ids.map((id) => {
          const row = selectPart.get(key, id) as { text: string } | null | undefined;
          return row?.text;
        }),
      );
    },
    async commit(session, version, change) {
      const key = sessionKey(session);
      return await run((statements) =>
        inTransaction(database, () => {
          const at = now();
          removeExpired(statements, at);
          if (find(statements, key)?.version !== version) return 'conflict';
          const expires = seconds === undefined ? null : at + seconds * 1_000;
          statements.upsert.run(key, change.version, change.state, expires);
          for (const { id, text } of change.parts) statements.insertPart.run(key, id, text);
          for (const id of change.unused) statements.removePart.run(key, id);
          return 'done';
        }),
      );
    },
    async delete(session) {
      const key = sessionKey(session);
      await run(({ remove, removeParts }) =>
        inTransaction(database, () => {
          remove.run(key);
          removeParts.run(key);
        }),
      );
    },
  };
}

/** Removes expired sessions of an open database, and gives free space back to the file system. */
export async function pruneSessions(
  database: SqliteDatabase,
  { now = Date.now }: Pick<ExpiryOptions, 'now'> = {},
): Promise<void> {
  const run = createRunner(database, () => prepareStatements(database));
  await run((statements) => inTransaction(database, () => removeExpired(statements, now())));
  await shrink(database);
}

function removeExpired(statements: Statements, at: number): void {
  statements.removeExpiredParts.run(at);
  statements.removeExpired.run(at);
}

type Statements = ReturnType<typeof prepareStatements>;

function prepareStatements(database: SqliteDatabase) {
  database.exec(TABLES);
  return {
    select: database.prepare(
      'SELECT version, state FROM palimpsest_session WHERE id = ? AND (expires IS NULL OR expires > ?)',
    ),
    selectPart: database.prepare('SELECT text FROM palimpsest_part WHERE session = ? AND id = ?'),
    upsert: database.prepare(
      'INSERT OR REPLACE INTO palimpsest_session (id, version, state, expires) VALUES (?, ?, ?, ?)',
    ),
    insertPart: database.prepare(
      'INSERT OR REPLACE INTO palimpsest_part (session, id, text) VALUES (?, ?, ?)',
    ),
    removePart: database.prepare('DELETE FROM palimpsest_part WHERE session = ? AND id = ?'),
    remove: database.prepare('DELETE FROM palimpsest_session WHERE id = ?'),
    removeParts: database.prepare('DELETE FROM palimpsest_part WHERE session = ?'),
    removeExpired: database.prepare('DELETE FROM palimpsest_session WHERE expires <= ?'),
    removeExpiredParts: database.prepare(
      'DELETE FROM palimpsest_part WHERE session IN (SELECT id FROM palimpsest_session WHERE expires <= ?)',
    ),
  };
}
