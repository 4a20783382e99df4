import { sameValue } from '@palimpsest/formats';
import {
  messageDigest,
  type SessionStore,
  type StoredOriginal,
} from '@palimpsest/originals/sessions';
import type { Api } from '../apis/api.ts';
import { withoutCacheMarks } from './cache-marks.ts';

/** What the client saw as one response, as the model wrote it: with its recall calls and their results. */
interface HiddenExchange {
  /** Identities of the client's calls at its end. */
  readonly keys: readonly string[];
  /** The messages that replace the client's. The last one has the client's calls. */
  readonly messages: readonly unknown[];
  /** Results of recall calls made together with the client's calls. They precede the client's results. */
  readonly results: readonly unknown[];
  /** Of messages that follow others of the client: the number of those, and the last one. */
  readonly after?: { readonly count: number; readonly message: unknown };
}

/** The recall calls that the client of a session never saw. */
export interface HiddenExchanges {
  /** Reads what other processes added. Call it before `insertInto`. */
  load(): Promise<void>;
  /** Adds an exchange at the end of the client's messages. */
  add(api: Api, messages: readonly unknown[], exchange: HiddenExchange): Promise<void>;
  /** Adds messages that follow the client's, before the answer. They are found by the message before them, because an answer may have no calls. */
  addAfter(messages: readonly unknown[], hidden: readonly unknown[]): Promise<void>;
  /** Returns the messages with the hidden exchanges at their places; the given list if there are none. */
  insertInto(api: Api, messages: readonly unknown[]): readonly unknown[];
}

/** Maximum number of exchanges that are remembered in a session. */
const MAX_EXCHANGES = 1_000;

/** Where the exchanges of a session last. */
interface ExchangeStore {
  /** Name of the session in the store. */
  readonly id: string;
  readonly store: SessionStore;
}

/** @param stored where the exchanges last. @default memory */
export function createHiddenExchanges(stored?: ExchangeStore): HiddenExchanges {
  const known = new Map<string, HiddenExchange>();
  const saved = stored === undefined ? undefined : createSavedExchanges(stored, known);
  async function keep(key: string, exchange: HiddenExchange): Promise<void> {
    remember(known, key, exchange);
    await saved?.add(key, exchange);
  }
  return {
    load: async () => await saved?.load(),
    async addAfter(messages, hidden) {
      const after = { count: messages.length, message: withoutCacheMarks(messages.at(-1)) };
      await keep(messageDigest(after), { keys: [], messages: hidden, results: [], after });
    },
    async add(api, messages, exchange) {
      const number = numberKeys();
      for (const message of messages) number(api.callKeys(message));
      const [key] = number(exchange.keys);
      if (key !== undefined) await keep(key, exchange);
    },
    insertInto(api, messages) {
      if (known.size === 0) return messages;
      const number = numberKeys();
      const followers = [...known.values()].filter(({ after }) => after !== undefined);
      const written: unknown[] = [];
      let isSame = true;
      for (let at = 0; at < messages.length; at += 1) {
        const follower = followers.find((one) => follows(one, messages, at));
        if (follower !== undefined) {
          isSame = false;
          // The request with these messages had no marks before them.
          const before = written.map(withoutCacheMarks);
          written.splice(0, before.length, ...before, ...follower.messages);
        }
        const keys = api.callKeys(messages[at]);
        const exchange = number(keys)
          .map((key) => known.get(key))
          .find((found) => found !== undefined);
        // A client may have joined the message with others.
        if (exchange === undefined || !keys.every((key) => exchange.keys.includes(key))) {
          written.push(messages[at]);
          continue;
        }
        isSame = false;
        if (api.codec.name === 'openai-responses') dropOwnTurn(written);
        const own = exchange.messages.at(-1);
        const last = api.withClientCalls?.(own, messages[at]) ?? own;
        written.push(...exchange.messages.slice(0, -1), last);
        // Parallel calls may be items of their own.
        for (; hasKey(api.callKeys(messages[at + 1]), exchange); at += 1) {
          number(api.callKeys(messages[at + 1]));
        }
        if (exchange.results.length === 0) continue;
        if (api.withResults === undefined) {
          written.push(...exchange.results);
        } else if (at + 1 < messages.length) {
          at += 1;
          written.push(api.withResults(messages[at], exchange.results));
        }
      }
      return isSame ? messages : written;
    },
  };
}

function remember(known: Map<string, HiddenExchange>, key: string, exchange: HiddenExchange): void {
  known.set(key, exchange);
  const [oldest] = known.keys();
  if (known.size > MAX_EXCHANGES && oldest !== undefined) known.delete(oldest);
}

/** The exchanges of a session in a store. The state lists keys and parts, and each part is an exchange. */
function createSavedExchanges(
  { id, store }: ExchangeStore,
  known: Map<string, HiddenExchange>,
): {
  load(): Promise<void>;
  add(key: string, exchange: HiddenExchange): Promise<void>;
} {
  const loadedParts = new Set<string>();
  let version: string | undefined;
  let state: readonly (readonly [key: string, part: string])[] = [];

  async function load(): Promise<void> {
    const loaded = await store.load(id);
    if (loaded === undefined || loaded.version === version) return;
    ({ version } = loaded);
    state = JSON.parse(loaded.state) as typeof state;
    const missing = state.filter(([, part]) => !loadedParts.has(part));
    const ids = missing.map(([, part]) => part);
    const texts = ids.length === 0 ? [] : await store.parts(id, ids);
    for (const [at, [key, part]] of missing.entries()) {
      const text = texts[at];
      if (text === undefined) continue;
      loadedParts.add(part);
      remember(known, key, JSON.parse(text) as HiddenExchange);
    }
  }

  async function add(key: string, exchange: HiddenExchange): Promise<void> {
    const part: StoredOriginal = { id: messageDigest(exchange), text: JSON.stringify(exchange) };
    loadedParts.add(part.id);
    for (;;) {
      const others = state.filter(([own]) => own !== key);
      const all = [...others, [key, part.id] as const];
      const next = all.slice(-MAX_EXCHANGES);
      const used = new Set(next.map(([, own]) => own));
      const unused = state.map(([, own]) => own).filter((own) => !used.has(own));
      const text = JSON.stringify(next);
      const change = { version: messageDigest(text), state: text, parts: [part], unused };
      if (change.version === version) return;
      if ((await store.commit(id, version, change)) === 'done') {
        version = change.version;
        state = next;
        return;
      }
      // Another process added one.
      await load();
    }
  }

  return { load, add };
}

/** Returns a function that numbers equal keys in their order: without ids, a call is known by its content, which may repeat. */
function numberKeys(): (keys: readonly string[]) => readonly string[] {
  const counts = new Map<string, number>();
  return (keys) =>
    keys.map((key) => {
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      return `${count} ${key}`;
    });
}

/** Returns whether an exchange stands before the message at an index. */
function follows({ after }: HiddenExchange, messages: readonly unknown[], at: number): boolean {
  if (after?.count !== at) return false;
  return sameValue(after.message, withoutCacheMarks(messages[at - 1]));
}

function hasKey(keys: readonly string[], exchange: HiddenExchange): boolean {
  return keys.some((key) => exchange.keys.includes(key));
}

/** Removes the items of a model turn at the end of a list, before its calls: the exchange has them. */
function dropOwnTurn(items: unknown[]): void {
  while (items.length > 0 && isOfModel(items.at(-1))) items.pop();
}

function isOfModel(item: unknown): boolean {
  if (typeof item !== 'object' || item === null) return false;
  const { type, role } = item as { readonly type?: unknown; readonly role?: unknown };
  return type === 'reasoning' || role === 'assistant';
}
