import { openOriginals } from '@palimpsest/originals';
import { fileOriginals, pruneOriginals, sqliteOriginals } from '@palimpsest/originals/node';
import { execFile } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { sessionKey } from '../src/session-name.ts';
import { sha256 } from '../src/sha256.ts';
import { say, talk } from './conversation.ts';
import { storeContract } from './store-contract.ts';

const root = mkdtempSync(join(tmpdir(), 'originals-'));
afterAll(() => rmSync(root, { recursive: true }));
let count = 0;
const directory = (): string => {
  count += 1;
  return join(root, 'below', String(count));
};

storeContract('SQLite', () => Promise.resolve(sqliteOriginals(new DatabaseSync(':memory:'))));
storeContract('files', () => Promise.resolve(fileOriginals(directory())));

const stored = (text: string) => ({ id: sha256(text), text });
const session = sessionKey('s');

test('lets only the owner read the directory and its files', async () => {
  const path = directory();
  const originals = await openOriginals(fileOriginals(path), { session: 's' });
  await originals.keep(talk(1, 5), [say('[note]')]);
  expect(statSync(path).mode & 0o777).toBe(0o700);
  for (const name of readdirSync(path)) expect(statSync(join(path, name)).mode & 0o777).toBe(0o600);
});

test('reading creates nothing, and finds what another store creates later', async () => {
  const path = directory();
  const reader = fileOriginals(path);
  expect([await reader.get(session, [sha256('a')]), await reader.records(session)]).toEqual([
    [undefined],
    [],
  ]);
  expect(() => statSync(path)).toThrow('ENOENT');
  await fileOriginals(path).put(session, [stored('a')]);
  expect(await reader.get(session, [sha256('a')])).toEqual(['a']);
});

test('the version of a session differs from that of a file that replaced it', async () => {
  const path = directory();
  const store = fileOriginals(path);
  await store.append(session, 'one');
  const version = await store.version!(session);
  rmSync(path, { recursive: true });
  await fileOriginals(path).append(session, 'other');
  expect(await store.version!(session)).not.toBe(version);
});

test('restores what another process damaged, when the same messages are saved again', async () => {
  const path = directory();
  const before = talk(1, 4);
  const after = [say('[all]')];
  const writer = await openOriginals(fileOriginals(path), { session: 's' });
  await writer.keep(before, after);
  const database = new DatabaseSync(join(path, 'originals.sqlite'));
  database.exec(`UPDATE palimpsest_original SET text = replace(text, 'm1', 'm0')`);
  expect((await writer.restore(after)).missing).toMatchObject([{ reason: 'corrupt' }]);
  await writer.keep(before, after);
  expect(await writer.restore(after)).toMatchObject({ messages: before, missing: [] });
});

test('removes a session `ttl` seconds after its last change', async () => {
  let now = 1_000_000;
  const store = sqliteOriginals(new DatabaseSync(':memory:'), { ttl: 60, now: () => now });
  const [mine, theirs] = [sessionKey('mine'), sessionKey('theirs')];
  for (const one of [mine, theirs]) {
    await store.put(one, [stored('old')]);
    await store.append(one, '{}');
  }
  now += 59_000;
  await store.append(mine, '{}');
  now += 59_000;
  await store.put(mine, [stored('new')]);
  expect(await store.get(mine, [sha256('old')])).toEqual(['old']);
  expect(await store.records(mine)).toHaveLength(2);
  expect([await store.get(theirs, [sha256('old')]), await store.records(theirs)]).toEqual([
    [undefined],
    [],
  ]);
});

test('a session that is only read does not expire', async () => {
  let now = 1_000_000;
  const store = sqliteOriginals(new DatabaseSync(':memory:'), { ttl: 60, now: () => now });
  await store.put(session, [stored('old')]);
  await store.append(session, '{}');
  for (let round = 0; round < 5; round += 1) {
    now += 59_000;
    await store.version!(session);
    await store.put(sessionKey('other'), [stored('new')]);
  }
  expect(await store.get(session, [sha256('old')])).toEqual(['old']);
});

test('a session can be read where its time cannot be written, as on a full disk', async () => {
  let now = 1_000_000;
  const database = new DatabaseSync(':memory:');
  const store = sqliteOriginals(database, { ttl: 60, now: () => now });
  await store.put(session, [stored('old')]);
  await store.append(session, '{}');
  now += 30_000;
  database.exec('PRAGMA query_only = ON');
  expect(await store.get(session, [sha256('old')])).toEqual(['old']);
  expect(await store.records(session)).toEqual(['{}']);
  expect(await store.version!(session)).toMatch(/-1-1$/);
  await expect(store.put(session, [stored('new')])).rejects.toThrow('readonly');
});

test('over `maxBytes` the oldest originals go first, then the oldest records', async () => {
  const maxBytes = 300_000;
  const store = sqliteOriginals(new DatabaseSync(':memory:'), { maxBytes });
  const texts = Array.from({ length: 40 }, (_, at) => `${at} ${'x'.repeat(10_000)}`);
  await store.append(session, '{}');
  for (const text of texts) await store.put(session, [stored(text)]);
  const found = await store.get(
    session,
    texts.map((text) => sha256(text)),
  );
  const first = found.findIndex((text) => text !== undefined);
  expect(found.slice(first)).toEqual(texts.slice(first));
  expect(first).toBeGreaterThan(10);
  expect(first).toBeLessThan(25);
  expect(await store.records(session)).toEqual(['{}']);
  for (let at = 0; at < 40; at += 1) await store.append(session, `${at} ${'y'.repeat(10_000)}`);
  const records = await store.records(session);
  expect(records.length).toBeGreaterThan(10);
  expect(records.length).toBeLessThan(30);
  expect(records.at(-1)).toMatch(/^39 /);
});

test('pruning removes what expired and the oldest originals, and makes the file smaller', async () => {
  const path = directory();
  expect(await pruneOriginals(path)).toBeUndefined();
  const texts = Array.from({ length: 40 }, (_, at) => `${at} ${'x'.repeat(10_000)}`);
  const [expiring, lasting] = [
    fileOriginals(path, { ttl: 1, now: () => 1_000 }),
    fileOriginals(path),
  ];
  await expiring.put(sessionKey('expired'), [stored(texts[0]!)]);
  await lasting.put(session, texts.slice(1).map(stored));
  const first = await pruneOriginals(path);
  expect(first!.bytesAfter).toBeLessThan(first!.bytesBefore);
  expect(await lasting.get(sessionKey('expired'), [sha256(texts[0]!)])).toEqual([undefined]);
  const ids = [texts[1]!, texts[39]!].map((text) => sha256(text));
  expect(await lasting.get(session, ids)).toEqual([texts[1], texts[39]]);
  const second = await pruneOriginals(path, { maxBytes: 200_000 });
  expect(second!.bytesAfter).toBeLessThan(250_000);
  expect(await lasting.get(session, ids)).toEqual([undefined, texts[39]]);
});

test('no file contains the text of a deleted session', async () => {
  const path = directory();
  const store = fileOriginals(path);
  const secrets = ['a secret', `${'x'.repeat(20_000)} a secret`];
  await store.put(session, secrets.map(stored));
  await store.append(session, 'a secret');
  const read = (): string =>
    readdirSync(path)
      .map((name) => readFileSync(join(path, name), 'latin1'))
      .join('');
  expect(read()).toContain('a secret');
  await store.put(sessionKey('other'), [stored('another text')]);
  await store.delete(session);
  expect(read()).not.toContain('a secret');
  expect(await store.get(sessionKey('other'), [sha256('another text')])).toEqual(['another text']);
});

test('rejects invalid options', () => {
  expect(() => fileOriginals('')).toThrow('directory: expected the path of a directory, got "".');
  expect(() => fileOriginals('x', { ttl: -1 })).toThrow('ttl: expected a whole number of seconds');
});

test('rejects a file that is no database, and names it', async () => {
  const path = directory();
  await fileOriginals(path).put(session, [stored('a')]);
  for (const name of readdirSync(path)) rmSync(join(path, name));
  writeFileSync(join(path, 'originals.sqlite'), 'no database'.repeat(100));
  const attempt = fileOriginals(path).put(session, [stored('a')]);
  await expect(attempt).rejects.toMatchObject({ name: 'OriginalsError', code: 'BAD_STORE' });
  await expect(attempt).rejects.toThrow(
    `${JSON.stringify(join(path, 'originals.sqlite'))}: expected a SQLite database, got "file is not a database". Move the file away`,
  );
});

test('says what SQLite reports about a file that it cannot open or read', async () => {
  const path = directory();
  const name = join(path, 'originals.sqlite');
  mkdirSync(name, { recursive: true });
  const attempt = fileOriginals(path).put(session, [stored('a')]);
  await expect(attempt).rejects.toMatchObject({
    code: 'BAD_STORE',
    message: `${JSON.stringify(name)}: expected a file that SQLite can use, got "unable to open database file". Check its permissions and the free disk space, or try again.`,
  });
  rmSync(name, { recursive: true });
  const store = fileOriginals(path);
  await store.put(session, [stored('a')]);
  new DatabaseSync(name).exec('DROP TABLE palimpsest_original');
  await expect(store.get(session, [sha256('a')])).rejects.toMatchObject({
    code: 'BAD_STORE',
    message: expect.stringContaining('got "no such table: palimpsest_original"') as string,
  });
});

test('stores again after the directory was deleted', async () => {
  const path = directory();
  const store = fileOriginals(path);
  await store.put(session, [stored('a')]);
  rmSync(path, { recursive: true });
  await store.put(session, [stored('b')]);
  expect(await fileOriginals(path).get(session, ['a', 'b'].map(sha256))).toEqual([undefined, 'b']);
});

test('a lock of another program lets everything else run, and what is stored follows it', async () => {
  const file = join(root, 'locked.sqlite');
  const [own, other] = [new DatabaseSync(file), new DatabaseSync(file)];
  const store = sqliteOriginals(own);
  await store.put(session, [stored('a')]);
  // SQLite itself waits without letting anything else run.
  expect(own.prepare('PRAGMA busy_timeout').get()).toEqual({ timeout: 0 });
  other.exec('BEGIN EXCLUSIVE');
  let isDone = false;
  const putting = Promise.resolve(store.put(session, [stored('b')])).then(() => (isDone = true));
  await new Promise((resolve) => void setTimeout(resolve, 50));
  expect(isDone).toBe(false);
  other.exec('COMMIT');
  await putting;
  expect(await store.get(session, [sha256('a'), sha256('b')])).toEqual(['a', 'b']);
  own.close();
  other.close();
});

test('lets two processes write one session at the same time', async () => {
  const path = directory();
  const script = fileURLToPath(new URL('./write-session.ts', import.meta.url));
  const node = promisify(execFile);
  const run = (name: string) =>
    node(process.execPath, ['--conditions=@palimpsest/source', script, path, name], {
      timeout: 300_000,
    });
  await Promise.all([run('one'), run('other')]);
  const originals = await openOriginals(fileOriginals(path), { session: 's' });
  expect([originals.list().length, originals.damaged]).toEqual([40, 0]);
  for (const name of ['one', 'other']) {
    const tail = [say(`[${name} 19]`), say(`${name} 19 tail`)];
    const { messages, rounds } = await originals.restore(tail);
    expect([messages.length, rounds]).toEqual([60, 20]);
    expect(messages.every(({ content }) => content.startsWith(name))).toBe(true);
  }
}, 60_000);
