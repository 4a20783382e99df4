import { redisSessions } from '@palimpsest/originals/sessions';
import { createClient } from '@redis/client';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sha256 } from '../../src/sha256.ts';
import { sessionContract } from './session-contract.ts';

/** Set by `tools/with-redis.sh`, which starts a separate Redis server. */
const url = process.env['PALIMPSEST_REDIS'];

describe.skipIf(url === undefined)('with a Redis server', () => {
  const base = `test-${randomUUID()}`;
  const client = createClient(url === undefined ? {} : { url });
  let stores = 0;
  beforeAll(async () => {
    await client.connect();
  });
  afterAll(async () => {
    const keys = await client.keys(`${base}*`);
    if (keys.length > 0) await client.del(keys);
    await client.close();
  });

  sessionContract('Redis', () => redisSessions(client, { base: `${base}-${(stores += 1)}` }));

  test('Redis: each commit restarts the time to live of the whole session', async () => {
    const store = redisSessions(client, { base: `${base}-ttl`, ttl: 60 });
    const change = { version: sha256('one'), state: 'one', parts: [], unused: [] };
    await store.commit('mine', undefined, change);
    const [key] = await client.keys(`${base}-ttl*`);
    await client.expire(key!, 10);
    await store.commit('mine', change.version, { ...change, version: sha256('two') });
    expect(await client.ttl(key!)).toBeGreaterThan(50);
  });
});
