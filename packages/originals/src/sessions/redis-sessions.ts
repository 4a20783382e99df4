import {
  readFields,
  readRedisOptions,
  type RedisClient,
  type RedisOptions,
} from '../redis-options.ts';
import { sessionKey } from '../session-name.ts';
import type { SessionStore } from './session-store.ts';

/** Prefix of the fields with parts. */
const PART = 'part:';

/**
 * Arguments: the expected version ('' for none), the new one, the state, the time to live ('' for none), the number of parts, then ids and
 * texts of parts, and ids of unused ones.
 */
const COMMIT = `
if (redis.call('HGET', KEYS[1], 'version') or '') ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'version', ARGV[2], 'state', ARGV[3])
local unused = 6 + 2 * tonumber(ARGV[5])
for at = 6, unused - 1, 2 do redis.call('HSET', KEYS[1], '${PART}' .. ARGV[at], ARGV[at + 1]) end
for at = unused, #ARGV do redis.call('HDEL', KEYS[1], '${PART}' .. ARGV[at]) end
if ARGV[4] ~= '' then redis.call('EXPIRE', KEYS[1], ARGV[4]) end
return 1`;

/** Creates a session store in Redis, with one hash for each session: also for Redis Cluster. */
export function redisSessions(client: RedisClient, options: RedisOptions = {}): SessionStore {
  const { base, seconds } = readRedisOptions(options);
  const keyOf = (session: string): string => `${base}:session:${sessionKey(session)}`;
  return {
    async load(session) {
      const [version, state] = await readFields(client, keyOf(session), ['version', 'state']);
      // A commit needs the version, also of a hash without a state.
      return version === undefined ? undefined : { version, state: state ?? '' };
    },
    async parts(session, ids) {
      const fields = ids.map((id) => PART + id);
      return await readFields(client, keyOf(session), fields);
    },
    async commit(session, version = '', change) {
      const { parts, unused } = change;
      const applied = await client.eval(COMMIT, {
        keys: [keyOf(session)],
        arguments: [
          version,
          change.version,
          change.state,
          seconds,
          `${parts.length}`,
          ...parts.flatMap(({ id, text }) => [id, text]),
          ...unused,
        ],
      });
      return applied === 1 ? 'done' : 'conflict';
    },
    async delete(session) {
      await client.del(keyOf(session));
    },
  };
}
