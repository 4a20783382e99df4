import { memorySessions, redisSessions, sqliteSessions } from '@palimpsest/originals/sessions';
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
  expect(() => store.commit('mine', one.version, two)).toThrow('cannot be bound');
  expect(await store.load('mine')).toEqual({ version: one.version, state: 'one' });
  expect(await store.parts('mine', ['a'])).toEqual(['a']);
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
