import { badOption, checkedTtl } from './originals-error.ts';
import type { OriginalsStore } from './originals-store.ts';
import { checkedSessionKey } from './session-name.ts';
import { sha256 } from './sha256.ts';

/** The methods of an `unstorage` storage that are needed, with any driver. */
export interface KeyValueStorage {
  getItem(key: string): Promise<unknown>;
  setItem(key: string, value: string, options?: { readonly ttl?: number }): Promise<void>;
  removeItem(key: string): Promise<void>;
  getKeys(base?: string): Promise<string[]>;
}

interface KeyValueOptions {
  /** First part of every key. @default 'palimpsest' */
  readonly base?: string;
  /**
   * Seconds after which stored texts expire, for drivers that support it (Redis, Cloudflare KV and others). Storing a text again restarts
   * the time. @default never
   */
  readonly ttl?: number;
}

/** Prefix that keeps a storage from parsing a text as JSON. */
const MARK = '=';

/**
 * Creates a store in any `unstorage` storage, so that several machines can share it. The driver determines how long texts last.
 *
 * @throws {OriginalsError} `BAD_OPTION`
 */
export function unstorageOriginals(
  storage: KeyValueStorage,
  { base = 'palimpsest', ttl }: KeyValueOptions = {},
): OriginalsStore {
  if (!/^[\w-]+(?::[\w-]+)*$/.test(base)) {
    throw badOption('base', base, 'letters, digits, "_" and "-", in parts divided by ":"');
  }
  const options = checkedTtl(ttl) === undefined ? {} : { ttl: ttl! };
  const keyOf = (session: string, ...parts: readonly string[]): string =>
    [base, checkedSessionKey(session), ...parts].join(':');
  const write = (key: string, text: string): Promise<void> =>
    storage.setItem(key, MARK + text, options);
  const read = async (key: string): Promise<string | undefined> => {
    const value = await storage.getItem(key);
    return typeof value === 'string' && value.startsWith(MARK) ? value.slice(1) : undefined;
  };
  return {
    async put(session, originals) {
      await each(originals, ({ id, text }) => write(keyOf(session, 'original', id), text));
    },
    get: (session, ids) => each(ids, (id) => read(keyOf(session, 'original', id))),
    append: (session, record) => write(keyOf(session, 'record', sha256(record)), record),
    async records(session) {
      const keys = await storage.getKeys(keyOf(session, 'record'));
      // A record may be deleted between listing and reading.
      return (await each(keys, read)).filter((record) => record !== undefined);
    },
    async delete(session) {
      await each(await storage.getKeys(keyOf(session)), (key) => storage.removeItem(key));
    },
  };
}

/** Maximum number of concurrent requests. */
const CONCURRENCY = 64;

/** Returns the results for all items, in their order. */
async function each<Item, Answer>(
  items: readonly Item[],
  answer: (item: Item) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let start = 0; start < items.length; start += CONCURRENCY) {
    const some = await Promise.all(items.slice(start, start + CONCURRENCY).map(answer));
    for (const one of some) answers.push(one);
  }
  return answers;
}
