// A process of a session that several share: it answers each list of messages with those to send, and `lost` with what the store lost.
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
const opened = openOriginals(originals, { session });
const adapter = createAdapter({
  contextLimit: 16_000,
  settings: { maxOutputTokens: 500 },
  originals: opened,
  session: { id: session, store: sessions },
});

/** Returns the originals that the store names and does not have whole. */
async function findLost(): Promise<object> {
  const own = await opened;
  await own.refresh();
  const recalled = await own.recallAll(own.ids());
  return { count: recalled.length, lost: recalled.filter(({ kind }) => kind !== 'found') };
}

process.on('message', (asked: readonly object[] | 'lost') => {
  const answer =
    asked === 'lost'
      ? findLost()
      : adapter.adapt('openai', asked).then(({ messages: sent }) => ({ sent }));
  answer.then(
    (said) => process.send?.(said),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
process.send?.({ isReady: true });
