import { randomUUID } from 'node:crypto';
import { afterAll, describe } from 'vitest';
import { storeContract } from '../../../packages/originals/test/store-contract.ts';
import { redisOriginals } from '../originals.ts';
import { openRedis, type Redis } from '../redis.ts';
import { until } from './running-service.ts';

const url = process.env['PALIMPSEST_REDIS'];

describe.skipIf(url === undefined)('with a Redis server', () => {
  const clients: Redis[] = [];
  afterAll(() => clients.forEach((client) => client.destroy()));

  storeContract('Redis', async () => {
    const { client, isReady } = openRedis(url!);
    clients.push(client);
    await until(isReady);
    return redisOriginals(client, { base: `test-${randomUUID()}`, ttl: 60 });
  });
});
