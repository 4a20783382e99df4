import { openOriginals } from '@palimpsest/originals';
import { unstorageOriginals } from '@palimpsest/originals/unstorage';
import { Redis } from 'ioredis';
import { randomUUID } from 'node:crypto';
import { createStorage, type Storage } from 'unstorage';
import redisDriver from 'unstorage/drivers/redis';
import { afterAll, describe, expect, test } from 'vitest';
import { say, talk } from './conversation.ts';
import { storeContract } from './store-contract.ts';

/** Set by `.ci/run`, which starts a separate Redis server. */
const url = process.env['PALIMPSEST_REDIS'];

describe.skipIf(url === undefined)('with a Redis server', () => {
  const base = `test-${randomUUID()}`;
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

  storeContract('Redis', () => Promise.resolve(unstorageOriginals(connect())));

  test('sets the time to live on every Redis key', async () => {
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
