import { memorySessions, sqliteSessions } from '@palimpsest/originals/sessions';
import { DatabaseSync } from 'node:sqlite';

// One file for all processes of a machine: new DatabaseSync('/var/lib/agent/sessions.db').
const database = new DatabaseSync(':memory:');
database.exec('PRAGMA journal_mode = WAL');

for (const store of [sqliteSessions(database, { ttl: 30 * 24 * 60 * 60 }), memorySessions()]) {
  const change = { version: 'v1', state: '{}', parts: [], unused: [] };
  const first = await store.commit('alice/42', undefined, change);
  const second = await store.commit('alice/42', undefined, change);
  console.log(first, second, (await store.load('alice/42'))?.version);
  // done conflict v1
  // done conflict v1
  await store.delete('alice/42');
}
