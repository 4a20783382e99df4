import { badOption, checkedTtl } from './originals-error.ts';

/** The methods of an `unstorage` storage that are needed, with any driver. */
export interface KeyValueStorage {
  getItem(key: string): Promise<unknown>;
  setItem(key: string, value: string, options?: { readonly ttl?: number }): Promise<void>;
  removeItem(key: string): Promise<void>;
  getKeys(base?: string): Promise<string[]>;
}

export interface KeyValueOptions {
  /** First part of every key. @default 'palimpsest' */
  readonly base?: string;
  /**
   * Seconds after which stored texts expire, for drivers that support it (Redis, Cloudflare KV and others). Storing a text again restarts
   * the time. @default never
   */
  readonly ttl?: number;
}

/** Texts in a key-value storage. */
interface KeyValueTexts {
  /** Returns a key of several parts. */
  readonly keyOf: (...parts: readonly string[]) => string;
  readonly read: (key: string) => Promise<string | undefined>;
  readonly write: (key: string, text: string) => Promise<void>;
}

/** Maximum number of concurrent requests. */
const CONCURRENCY = 64;

/** Prefix that keeps a storage from parsing a text as JSON. */
const MARK = '=';

/** @throws {OriginalsError} `BAD_OPTION` */
export function createKeyValueTexts(
  storage: KeyValueStorage,
  { base = 'palimpsest', ttl }: KeyValueOptions,
): KeyValueTexts {
  if (!/^[\w-]+(?::[\w-]+)*$/.test(base)) {
    throw badOption('base', base, 'letters, digits, "_" and "-", in parts divided by ":"');
  }
  const seconds = checkedTtl(ttl);
  const options = seconds === undefined ? {} : { ttl: seconds };
  return {
    keyOf: (...parts) => [base, ...parts].join(':'),
    async read(key) {
      const value = await storage.getItem(key);
      return typeof value === 'string' && value.startsWith(MARK) ? value.slice(1) : undefined;
    },
    write: (key, text) => storage.setItem(key, MARK + text, options),
  };
}

/** Returns the results for all items, in their order. */
export async function each<Item, Answer>(
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
