import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { storeContract } from '../../../packages/originals/test/store-contract.ts';
import { redisOriginals } from '../originals.ts';
import { openRedis, type Redis } from '../redis.ts';
import { until } from './running-service.ts';

const url = process.env['PALIMPSEST_REDIS'];

describe.skipIf(url === undefined)('with a Redis server', () => {
  const clients: Redis[] = [];
  afterAll(() => clients.forEach((client) => client.destroy()));

  /** Connects to a part of Redis that no other test uses. */
  async function connect() {
    const { client, isReady } = openRedis(url!);
    clients.push(client);
    await until(isReady);
    const base = `test-${randomUUID()}`;
    return { client, base, store: redisOriginals(client, { base, ttl: 60 }) };
  }

  storeContract('Redis', async () => (await connect()).store);

  test('texts and records expire', async () => {
    const { client, base, store } = await connect();
    await store.put('s', [{ id: 'a', text: 'b' }]);
    await store.append('s', 'c');
    const keys = await client.keys(`${base}:*`);
    expect(keys).toHaveLength(2);
    for (const key of keys) expect(await client.ttl(key), key).toBeGreaterThan(0);
  });
});
