import { openOriginals } from '@palimpsest/originals';
import { unstorageOriginals } from '@palimpsest/originals/unstorage';
import { redisOriginals, type RedisClient } from '@palimpsest/originals/redis';
import { createClient } from '@redis/client';
import { Redis } from 'ioredis';
import { randomUUID } from 'node:crypto';
import { createStorage, type Storage } from 'unstorage';
import redisDriver from 'unstorage/drivers/redis';
import { afterAll, describe, expect, test } from 'vitest';
import { say, talk } from './conversation.ts';
import { storeContract } from './store-contract.ts';

/** Set by `.ci/run`, which starts a separate Redis server. */
const url = process.env['PALIMPSEST_REDIS'];

const newBase = (): string => `test-${randomUUID()}`;

describe.skipIf(url === undefined)('with a Redis server', () => {
  const base = newBase();
  const storages: Storage[] = [];
  const connect = (): Storage => {
    const driver = redisDriver({
      ...(url === undefined ? {} : { url }),
      base: `${base}:${storages.length}`,
      connectTimeout: 2_000,
      maxRetriesPerRequest: 1,
    });
    const storage = createStorage({ driver });
    storages.push(storage);
    return storage;
  };
  afterAll(async () => {
    for (const storage of storages) {
      await storage.clear();
      await storage.dispose();
    }
  });

  storeContract('unstorage', () => Promise.resolve(unstorageOriginals(connect())));

  const clients: { destroy(): void }[] = [];
  afterAll(() => clients.forEach((client) => client.destroy()));

  async function connectClient() {
    const client = await createClient({ url: url! }).connect();
    clients.push(client);
    return client;
  }

  storeContract('redisOriginals', async () =>
    redisOriginals(await connectClient(), { base: newBase(), ttl: 60 }),
  );

  test('`redisOriginals` sets the time to live on both keys of a session, and extends it', async () => {
    const client = await connectClient();
    const own = newBase();
    const store = redisOriginals(client, { base: own, ttl: 60 });
    const originals = await openOriginals(store, { session: 's' });
    await originals.keep(talk(1, 3), [say('[note]')]);
    const keys = await client.keys(`${own}:*`);
    expect(keys).toHaveLength(2);
    for (const key of keys) await client.expire(key, 5);
    await originals.refresh();
    for (const key of keys) expect(await client.ttl(key), key).toBeGreaterThan(5);
    await originals.delete();
    expect(await client.keys(`${own}:*`)).toEqual([]);
  });

  test('`redisOriginals` reads no other keys', async () => {
    const client = await connectClient();
    const calls: string[] = [];
    const counting: RedisClient = {
      eval: (script, options) => (calls.push('eval'), client.eval(script, options)),
      hmGet: (key, fields) => (calls.push('hmGet'), client.hmGet(key, fields)),
      del: (key) => (calls.push('del'), client.del(key)),
    };
    const store = redisOriginals(counting, { base: newBase(), ttl: 60 });
    const originals = await openOriginals(store, { session: 's' });
    await originals.keep(talk(1, 3), [say('[note]')]);
    await originals.recallAll(originals.ids());
    expect(calls.length).toBeLessThanOrEqual(5);
  });

  test('`unstorage` sets the time to live on every Redis key', async () => {
    const storage = connect();
    const originals = await openOriginals(unstorageOriginals(storage, { ttl: 60 }), {
      session: 's',
    });
    await originals.keep(talk(1, 3), [say('[note]')]);
    const client = new Redis(url!, { maxRetriesPerRequest: 1 });
    try {
      const keys = await client.keys(`${base}:${storages.length - 1}:*`);
      expect(keys).toHaveLength(4);
      for (const key of keys) {
        const left = await client.ttl(key);
        expect(left).toBeGreaterThan(0);
        expect(left).toBeLessThanOrEqual(60);
      }
    } finally {
      client.disconnect();
    }
  });
});
