import { badOption, checkedTtl } from './originals-error.ts';

/** The methods of a connected client, or cluster client, of the package `redis` that are needed. */
export interface RedisClient {
  eval(
    script: string,
    options: { readonly keys: string[]; readonly arguments: string[] },
  ): Promise<unknown>;
  hmGet(key: string, fields: string[]): Promise<readonly unknown[]>;
  del(key: string): Promise<unknown>;
}

export interface RedisOptions {
  /** First part of every key. @default 'palimpsest' */
  readonly base?: string;
  /**
   * Seconds after which everything of a session expires: of originals after the last request, of sessions after the last commit. @default never
   */
  readonly ttl?: number;
}

/** Returns the base of every key, and the time to live in seconds as scripts get it: '' for none. */
export function readRedisOptions({ base = 'palimpsest', ttl }: RedisOptions): {
  readonly base: string;
  readonly seconds: string;
} {
  if (typeof base !== 'string' || base === '') throw badOption('base', base, 'a text');
  return { base, seconds: `${checkedTtl(ttl) ?? ''}` };
}

/** Reads fields of a hash; `undefined` for a missing one. */
export async function readFields(
  client: RedisClient,
  key: string,
  fields: string[],
): Promise<(string | undefined)[]> {
  if (fields.length === 0) return [];
  const texts = await client.hmGet(key, fields);
  return texts.map((text) => (typeof text === 'string' ? text : undefined));
}
