import { openOriginals } from '@palimpsest/originals';
import { unstorageOriginals, type KeyValueStorage } from '@palimpsest/originals/unstorage';
import { createStorage, prefixStorage } from 'unstorage';
import fsDriver from 'unstorage/drivers/fs-lite';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { sessionKey } from '../src/session-name.ts';
import { sha256 } from '../src/sha256.ts';
import { say, talk } from './conversation.ts';
import { storeContract } from './store-contract.ts';

const folder = mkdtempSync(join(tmpdir(), 'unstorage-'));
afterAll(() => rmSync(folder, { recursive: true }));
let count = 0;

storeContract('unstorage in memory', () => Promise.resolve(unstorageOriginals(createStorage())));
storeContract('unstorage in files', () => {
  count += 1;
  const driver = fsDriver({ base: join(folder, String(count)) });
  return Promise.resolve(unstorageOriginals(createStorage({ driver })));
});

test('leaves all other keys of the storage unchanged', async () => {
  const storage = createStorage();
  await storage.setItem('palimpsest:config', 'mine');
  const one = unstorageOriginals(storage);
  const other = unstorageOriginals(storage, { base: 'agents:originals' });
  const prefixed = unstorageOriginals(prefixStorage(storage, 'app'));
  for (const store of [one, other, prefixed]) {
    const originals = await openOriginals(store, { session: 's' });
    await originals.keep(talk(1, 3), [say('[note]')]);
  }
  await (await openOriginals(one, { session: 's' })).delete();
  expect(await storage.getItem('palimpsest:config')).toBe('mine');
  for (const store of [other, prefixed]) {
    const originals = await openOriginals(store, { session: 's' });
    expect((await originals.restore([say('[note]')])).messages).toEqual(talk(1, 3));
  }
  expect((await storage.getKeys('palimpsest')).length).toBe(1);
});

test('rejects session names that openOriginals did not create, and invalid options', async () => {
  const store = unstorageOriginals(createStorage());
  for (const session of ['', '..', 'a:b', 'a?b', '*']) {
    const attempt = Promise.resolve().then(() => store.records(session));
    await expect(attempt).rejects.toThrow('a name made by openOriginals');
  }
  for (const base of ['', ':', 'a b', 'a/b', '*']) {
    expect(() => unstorageOriginals(createStorage(), { base })).toThrow(
      `base: expected letters, digits, "_" and "-", in parts divided by ":", got "${base}".`,
    );
  }
  for (const ttl of [0, 1.5, -1]) {
    expect(() => unstorageOriginals(createStorage(), { ttl })).toThrow('whole number of seconds');
  }
});

test('ignores foreign values under its keys, and passes the time to live with each value', async () => {
  const written: [string, unknown][] = [];
  const storage = createStorage();
  const spy: KeyValueStorage = {
    getItem: (key) => storage.getItem(key),
    removeItem: (key) => storage.removeItem(key),
    getKeys: (base) => storage.getKeys(base),
    setItem: (key, value, options) => {
      written.push([key, options]);
      return storage.setItem(key, value, options);
    },
  };
  const store = unstorageOriginals(spy, { ttl: 60 });
  const session = sessionKey('s');
  const text = 'json:1';
  await store.put(session, [{ id: sha256(text), text }]);
  await store.append(session, '{}');
  expect(written.map(([, options]) => options)).toEqual([{ ttl: 60 }, { ttl: 60 }]);
  for (const [key] of written) await storage.setItem(key, { foreign: true });
  expect(await store.get(session, [sha256(text)])).toEqual([undefined]);
  expect(await store.records(session)).toEqual([]);
});
