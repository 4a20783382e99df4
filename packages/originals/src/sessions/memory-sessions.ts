import { checkedTtl } from '../originals-error.ts';
import { sessionKey } from '../session-name.ts';
import type { ExpiryOptions } from '../sqlite-database.ts';
import type { LoadedSession, SessionStore } from './session-store.ts';

interface MemorySession {
  readonly loaded: LoadedSession;
  readonly parts: ReadonlyMap<string, string>;
  /** Time of expiry by the store's clock, in ms. */
  readonly expires: number;
}

/** Creates a session store in memory, for one process and for tests. */
export function memorySessions({ ttl, now = Date.now }: ExpiryOptions = {}): SessionStore {
  const milliseconds = (checkedTtl(ttl) ?? Number.POSITIVE_INFINITY) * 1_000;
  /** The least recently committed first, so that expired sessions come first. */
  const sessions = new Map<string, MemorySession>();
  const removeExpired = (): void => {
    for (const [key, { expires }] of sessions) {
      if (expires > now()) return;
      sessions.delete(key);
    }
  };
  const find = (session: string): MemorySession | undefined => {
    removeExpired();
    return sessions.get(sessionKey(session));
  };
  return {
    load: (session) => find(session)?.loaded,
    parts(session, ids) {
      const found = find(session);
      return ids.map((id) => found?.parts.get(id));
    },
    commit(session, version, change) {
      const before = find(session);
      if (before?.loaded.version !== version) return 'conflict';
      const parts = new Map(before?.parts);
      for (const { id, text } of change.parts) parts.set(id, text);
      for (const id of change.unused) parts.delete(id);
      const loaded = { version: change.version, state: change.state };
      const key = sessionKey(session);
      sessions.delete(key);
      sessions.set(key, { loaded, parts, expires: now() + milliseconds });
      return 'done';
    },
    delete(session) {
      sessions.delete(sessionKey(session));
    },
  };
}
