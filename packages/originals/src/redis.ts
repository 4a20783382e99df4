import type { OriginalsStore } from './originals-store.ts';
import {
  readFields,
  readRedisOptions,
  type RedisClient,
  type RedisOptions,
} from './redis-options.ts';
import { checkedSessionKey } from './session-name.ts';

export type { RedisClient } from './redis-options.ts';

/**
 * Part of every script: restarts the time to live. KEYS: the texts and the records of a session. ARGV[1]: the time to live in seconds, '' for
 * none.
 */
const EXPIRE = `
if ARGV[1] ~= '' then for _, key in ipairs(KEYS) do redis.call('EXPIRE', key, ARGV[1]) end end`;

/** Further arguments: ids and texts. */
const PUT = `
for at = 2, #ARGV, 2 do redis.call('HSET', KEYS[1], ARGV[at], ARGV[at + 1]) end${EXPIRE}`;

/** Further argument: a record. */
const APPEND = `
redis.call('SADD', KEYS[2], ARGV[2])${EXPIRE}`;

/** Every request of a session reads its records, and so extends the time to live. */
const RECORDS = `${EXPIRE}
return redis.call('SMEMBERS', KEYS[2])`;

/**
 * Creates a store in Redis: of each session a hash of originals and a set of records, on one node of a Redis Cluster. One command a call,
 * however many other keys there are.
 *
 * @param client a connected client, or cluster client, of the package `redis`
 * @throws {OriginalsError} `BAD_OPTION`
 */
export function redisOriginals(client: RedisClient, options: RedisOptions = {}): OriginalsStore {
  const { base, seconds } = readRedisOptions(options);
  const keysOf = (session: string): [originals: string, records: string] => {
    // The braces choose the node of a cluster.
    const node = `{${checkedSessionKey(session)}}`;
    return [`${base}:originals:${node}`, `${base}:records:${node}`];
  };
  const run = (script: string, session: string, given: readonly string[]): Promise<unknown> =>
    client.eval(script, { keys: keysOf(session), arguments: [seconds, ...given] });
  return {
    async put(session, originals) {
      const fields = originals.flatMap(({ id, text }) => [id, text]);
      if (fields.length > 0) await run(PUT, session, fields);
    },
    async get(session, ids) {
      return await readFields(client, keysOf(session)[0], [...ids]);
    },
    async append(session, record) {
      await run(APPEND, session, [record]);
    },
    async records(session) {
      return (await run(RECORDS, session, [])) as string[];
    },
    async delete(session) {
      for (const key of keysOf(session)) await client.del(key);
    },
  };
}
