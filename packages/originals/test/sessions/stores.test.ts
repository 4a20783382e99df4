import { memorySessions, redisSessions, sqliteSessions } from '@palimpsest/originals/sessions';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { sha256 } from '../../src/sha256.ts';
import { sessionContract } from './session-contract.ts';

sessionContract('memory', () => memorySessions());
sessionContract('SQLite', () => sqliteSessions(new DatabaseSync(':memory:')));

const one = { version: sha256('one'), state: 'one', parts: [{ id: 'a', text: 'a' }], unused: [] };

test.each(['memory', 'SQLite'] as const)(
  '%s: forgets a session `ttl` seconds after its last commit, and its parts at the next commit',
  async (kind) => {
    let now = 1_000;
    const options = { ttl: 60, now: () => now };
    const database = new DatabaseSync(':memory:');
    const sqlite = sqliteSessions(database, options);
    const store = kind === 'memory' ? memorySessions(options) : sqlite;
    // Creates the tables.
    await sqlite.load('mine');
    await store.commit('mine', undefined, one);
    now += 59_999;
    await store.commit('mine', one.version, { ...one, version: sha256('two'), state: 'two' });
    now += 59_999;
    expect((await store.load('mine'))?.state).toBe('two');
    now += 1;
    expect(await store.load('mine')).toBeUndefined();
    expect(await store.commit('mine', undefined, { ...one, parts: [] })).toBe('done');
    expect(await store.parts('mine', ['a'])).toEqual([undefined]);
    expect(database.prepare('SELECT * FROM palimpsest_part').all()).toEqual([]);
  },
);

test('SQLite: a commit that fails changes nothing', async () => {
  const database = new DatabaseSync(':memory:');
  const store = sqliteSessions(database);
  await store.commit('mine', undefined, one);
  const broken = { id: 'b', text: Symbol('not a text') as unknown as string };
  const two = { version: sha256('two'), state: 'two', parts: [broken], unused: ['a'] };
  await expect(store.commit('mine', one.version, two)).rejects.toThrow('cannot be bound');
  expect(await store.load('mine')).toEqual({ version: one.version, state: 'one' });
  expect(await store.parts('mine', ['a'])).toEqual(['a']);
});

test('SQLite: a lock of another program lets everything else run, and the commit follows it', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'sessions-')), 'sessions.sqlite');
  const [own, other] = [new DatabaseSync(file), new DatabaseSync(file)];
  const store = sqliteSessions(own);
  await store.commit('mine', undefined, one);
  // SQLite itself waits without letting anything else run.
  expect(own.prepare('PRAGMA busy_timeout').get()).toEqual({ timeout: 0 });
  other.exec('BEGIN EXCLUSIVE');
  const two = { version: sha256('two'), state: 'two', parts: [], unused: [] };
  let isDone = false;
  const committing = Promise.resolve(store.commit('mine', one.version, two)).then((result) => {
    isDone = true;
    return result;
  });
  await new Promise((resolve) => void setTimeout(resolve, 50));
  expect(isDone).toBe(false);
  other.exec('COMMIT');
  expect(await committing).toBe('done');
  expect((await store.load('mine'))?.state).toBe('two');
  own.close();
  other.close();
  rmSync(dirname(file), { recursive: true });
});

test('every store rejects an invalid time to live', () => {
  const database = new DatabaseSync(':memory:');
  const client = {} as Parameters<typeof redisSessions>[0];
  for (const ttl of [0, -1, 1.5, Number.NaN]) {
    expect(() => memorySessions({ ttl })).toThrow('ttl: expected');
    expect(() => sqliteSessions(database, { ttl })).toThrow('ttl: expected');
    expect(() => redisSessions(client, { ttl })).toThrow('ttl: expected');
  }
});
