import type { OriginalsStore } from '@palimpsest/originals';
import type { Redis } from './redis.ts';

/**
 * Stores what compressions removed: of each session a hash of texts, and a set of records. Both expire together, `ttl` seconds after the last
 * request of the session.
 */
export function redisOriginals(
  redis: Redis,
  { base, ttl }: { readonly base: string; readonly ttl: number },
): OriginalsStore {
  // Braces: a cluster keeps both keys of a session on one node.
  const textsOf = (session: string): string => `${base}:originals:{${session}}`;
  const recordsOf = (session: string): string => `${base}:records:{${session}}`;
  return {
    async put(session, originals) {
      if (originals.length === 0) return;
      const key = textsOf(session);
      const texts = originals.flatMap(({ id, text }) => [id, text]);
      await redis.multi().hSet(key, texts).expire(key, ttl).exec();
    },
    async get(session, ids) {
      if (ids.length === 0) return [];
      const texts = await redis.hmGet(textsOf(session), [...ids]);
      return texts.map((text) => text ?? undefined);
    },
    async append(session, record) {
      const key = recordsOf(session);
      await redis.multi().sAdd(key, record).expire(key, ttl).exec();
    },
    // Every request of a session reads its records.
    async records(session) {
      const key = recordsOf(session);
      const read = redis.multi().sMembers(key).expire(key, ttl).expire(textsOf(session), ttl);
      const [records] = await read.execTyped();
      return records;
    },
    async delete(session) {
      await redis.del([textsOf(session), recordsOf(session)]);
    },
  };
}
