// A process of a session that several share: it answers each list of messages with those to send.
import { createAdapter } from '../../adapter/src/index.ts';
import { openOriginals, type OriginalsStore } from '@palimpsest/originals';
import { fileOriginals } from '@palimpsest/originals/node';
import { redisOriginals } from '@palimpsest/originals/redis';
import { redisSessions, sqliteSessions, type SessionStore } from '@palimpsest/originals/sessions';
import { unstorageOriginals } from '@palimpsest/originals/unstorage';
import { createClient } from '@redis/client';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createStorage } from 'unstorage';
import fsDriver from 'unstorage/drivers/fs';

interface Stores {
  readonly sessions: SessionStore;
  readonly originals: OriginalsStore;
}

/** Opens the stores of a name; `place` is their folder, or the URL of Redis. */
async function openStores(name: string | undefined, place: string): Promise<Stores> {
  if (name === 'redis') {
    const client = await createClient({ url: place }).connect();
    return { sessions: redisSessions(client), originals: redisOriginals(client) };
  }
  const database = new DatabaseSync(join(place, 'sessions.sqlite'));
  // As the proxy opens it. Another process may open it at the same time.
  database.exec('PRAGMA busy_timeout = 5000;');
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
  const driver = fsDriver({ base: join(place, 'unstorage') });
  const originals =
    name === 'unstorage'
      ? unstorageOriginals(createStorage({ driver }))
      : fileOriginals(join(place, 'originals'));
  return { sessions: sqliteSessions(database), originals };
}

const [, , name, place = '', session = ''] = process.argv;
const { sessions, originals } = await openStores(name, place);
const adapter = createAdapter({
  contextLimit: 16_000,
  settings: { maxOutputTokens: 500 },
  originals: openOriginals(originals, { session }),
  session: { id: session, store: sessions },
});

process.on('message', (messages: readonly object[]) => {
  adapter.adapt('openai', messages).then(
    ({ messages: sent }) => process.send?.({ sent }),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
process.send?.({ isReady: true });
