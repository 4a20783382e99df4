import {
  createKeyValueTexts,
  each,
  type KeyValueOptions,
  type KeyValueStorage,
} from '../key-value-texts.ts';
import { sessionKey } from '../session-name.ts';
import type { LoadedSession, SessionStore } from './session-store.ts';

/**
 * Creates a session store in any `unstorage` storage. Such a storage cannot compare and set. Commits of one store object never overlap, but
 * two processes that commit to one session at the same moment may both succeed: the state is then that of the later one. It is never torn.
 */
export function unstorageSessions(
  storage: KeyValueStorage,
  options: KeyValueOptions = {},
): SessionStore {
  const texts = createKeyValueTexts(storage, options);
  const keyOf = (session: string, ...parts: readonly string[]): string =>
    texts.keyOf('session', sessionKey(session), ...parts);
  /** The running commit of each session. */
  const running = new Map<string, Promise<unknown>>();

  async function load(session: string): Promise<LoadedSession | undefined> {
    const text = await texts.read(keyOf(session, 'state'));
    const end = text?.indexOf('\n') ?? -1;
    return text === undefined || end < 0
      ? undefined
      : { version: text.slice(0, end), state: text.slice(end + 1) };
  }

  const commit: SessionStore['commit'] = async (session, version, change) => {
    if ((await load(session))?.version !== version) return 'conflict';
    // The state comes last: it refers to the parts.
    await each(change.parts, ({ id, text }) => texts.write(keyOf(session, 'part', id), text));
    await texts.write(keyOf(session, 'state'), `${change.version}\n${change.state}`);
    await each(change.unused, (id) => storage.removeItem(keyOf(session, 'part', id)));
    return 'done';
  };

  return {
    load,
    parts: (session, ids) => each(ids, (id) => texts.read(keyOf(session, 'part', id))),
    async commit(session, version, change) {
      const key = sessionKey(session);
      const before = running.get(key);
      const own = (async () => {
        await before?.catch(() => undefined);
        return await commit(session, version, change);
      })();
      running.set(key, own);
      try {
        return await own;
      } finally {
        if (running.get(key) === own) running.delete(key);
      }
    },
    async delete(session) {
      await each(await storage.getKeys(keyOf(session)), (key) => storage.removeItem(key));
    },
  };
}
