import { fieldsOf, parseFields } from '@palimpsest/adapter';
import { sameValue } from '@palimpsest/formats';
import {
  messageDigest,
  type SessionStore,
  type StoredOriginal,
} from '@palimpsest/originals/sessions';
import { callKeys, type Api } from '../apis/api.ts';
import { withoutCacheMarks } from './cache-marks.ts';

/** What the client saw as one response, as the model wrote it: with its recall calls and their results. */
interface HiddenExchange {
  /** Identities of the client's calls at its end. */
  readonly keys: readonly string[];
  /** The messages that replace the client's. The last one has the client's calls. */
  readonly messages: readonly unknown[];
  /** Results of recall calls made together with the client's calls. They precede the client's results. */
  readonly results: readonly unknown[];
  /** Of messages that follow others of the client. */
  readonly after?: Place;
}

/** Where messages stand that no call of the client names. */
interface Place {
  /** What was called before. */
  readonly called: string;
  /** Number of the client's messages before. */
  readonly count: number;
  /** The last one of these; absent with `said`. */
  readonly message?: unknown;
  /** Text of the answer that the client received there, without white space: the messages with this text are replaced. */
  readonly said?: string;
}

const MAX_EXCHANGES = 1_000;

type StoredKeys = readonly (readonly [key: string, part: string])[];

/** The recall calls that the client of a session never saw. In a store, the state lists keys and parts, and each part is an exchange. */
export class HiddenExchanges {
  readonly #known = new Map<string, HiddenExchange>();
  readonly #stored: { readonly id: string; readonly store: SessionStore } | undefined;
  readonly #loadedParts = new Set<string>();
  #version: string | undefined;
  #state: StoredKeys = [];

  /** @param stored where the exchanges last, and the name of the session there. @default memory */
  constructor(stored?: { readonly id: string; readonly store: SessionStore }) {
    this.#stored = stored;
  }

  /** Adds an exchange at the end of the client's messages. */
  async add(api: Api, messages: readonly unknown[], exchange: HiddenExchange): Promise<void> {
    const [key] = exchange.keys;
    const called = digestCalls(api, messages);
    if (key !== undefined) return await this.#keep(`${called} ${key}`, exchange);
    // An answer without calls is found by its place and its text.
    const said = textBy(api, exchange.messages);
    const after = { called, count: messages.length, said };
    if (said !== '') await this.#keep(messageDigest(after), { ...exchange, after });
  }

  /**
   * Adds messages that follow the client's, before the answer. They are found by the message before them, because an answer may have no calls.
   */
  async addAfter(
    api: Api,
    messages: readonly unknown[],
    hidden: readonly unknown[],
  ): Promise<void> {
    const called = digestCalls(api, messages);
    const after = { called, count: messages.length, message: withoutCacheMarks(messages.at(-1)) };
    await this.#keep(messageDigest(after), { keys: [], messages: hidden, results: [], after });
  }

  /** Returns the messages with the hidden exchanges at their places; the given list if there are none. */
  insertInto(api: Api, messages: readonly unknown[]): readonly unknown[] {
    if (this.#known.size === 0) return messages;
    let called = '';
    const placed = Map.groupBy(this.#known.values(), ({ after }) => after?.count);
    const written: unknown[] = [];
    let isSame = true;
    for (let at = 0; at < messages.length; at += 1) {
      const here = (placed.get(at) ?? []).filter(({ after }) => after?.called === called);
      const answer = findAnswer(api, here, messages, at);
      if (answer !== undefined) {
        isSame = false;
        written.push(...answer.messages);
        at = answer.end - 1;
        continue;
      }
      const follower = here.find((one) => follows(one, messages[at - 1]));
      if (follower !== undefined) {
        isSame = false;
        // The request with these messages had no marks before them.
        const before = written.map(withoutCacheMarks);
        written.splice(0, before.length, ...before, ...follower.messages);
      }
      const keys = callKeys(api, messages[at]);
      const exchange = keys
        .map((key) => this.#known.get(`${called} ${key}`))
        .find((found) => found !== undefined);
      called = addCalls(called, api, messages[at]);
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
      for (; hasKey(callKeys(api, messages[at + 1]), exchange); at += 1) {
        called = addCalls(called, api, messages[at + 1]);
      }
      if (exchange.results.length === 0) continue;
      if (api.withResults === undefined) {
        written.push(...exchange.results);
      } else if (at + 1 < messages.length) {
        at += 1;
        called = addCalls(called, api, messages[at]);
        written.push(api.withResults(messages[at], exchange.results));
      }
    }
    return isSame ? messages : written;
  }

  /** Reads what other processes added. Call it before `insertInto`. */
  async load(): Promise<void> {
    if (this.#stored === undefined) return;
    const { id, store } = this.#stored;
    const loaded = await store.load(id);
    if (loaded?.version === this.#version) return;
    this.#version = loaded?.version;
    // A session that expired is new, and so is one whose state is torn.
    const isWhole = loaded !== undefined && loaded.version === messageDigest(loaded.state);
    this.#state = isWhole ? parseKeys(loaded.state) : [];
    const missing = this.#state.filter(([, part]) => !this.#loadedParts.has(part));
    const ids = missing.map(([, part]) => part);
    const texts = ids.length === 0 ? [] : await store.parts(id, ids);
    for (const [at, [key, part]] of missing.entries()) {
      const exchange = parseFields(texts[at] ?? '');
      if (exchange === undefined || messageDigest(exchange) !== part) continue;
      this.#loadedParts.add(part);
      this.#remember(key, exchange as unknown as HiddenExchange);
    }
  }

  async #keep(key: string, exchange: HiddenExchange): Promise<void> {
    this.#remember(key, exchange);
    if (this.#stored === undefined) return;
    const { id, store } = this.#stored;
    const part: StoredOriginal = { id: messageDigest(exchange), text: JSON.stringify(exchange) };
    this.#loadedParts.add(part.id);
    for (;;) {
      const others = this.#state.filter(([own]) => own !== key);
      const next = [...others, [key, part.id] as const].slice(-MAX_EXCHANGES);
      const used = new Set(next.map(([, own]) => own));
      const unused = this.#state.map(([, own]) => own).filter((own) => !used.has(own));
      const text = JSON.stringify(next);
      const change = { version: messageDigest(text), state: text, parts: [part], unused };
      if (change.version === this.#version) return;
      if ((await store.commit(id, this.#version, change)) === 'done') {
        this.#version = change.version;
        this.#state = next;
        return;
      }
      // Another process added one.
      await this.load();
    }
  }

  #remember(key: string, exchange: HiddenExchange): void {
    this.#known.set(key, exchange);
    const [oldest] = this.#known.keys();
    if (this.#known.size > MAX_EXCHANGES && oldest !== undefined) this.#known.delete(oldest);
  }
}

/** Parses a state. One that another program wrote counts as empty. */
function parseKeys(state: string): StoredKeys {
  try {
    const keys = JSON.parse(state) as unknown;
    const isList = Array.isArray(keys) && keys.every(isStoredKey);
    return isList ? keys : [];
  } catch {
    return [];
  }
}

function isStoredKey(pair: unknown): pair is StoredKeys[number] {
  return Array.isArray(pair) && pair.length === 2 && pair.every((text) => typeof text === 'string');
}

/**
 * Returns a digest of all calls and results of messages. Exchanges are known by it, because an id or the content of a call may repeat, also in
 * another conversation of the session. It has no texts: agents move reminders between the messages of the user.
 */
function digestCalls(api: Api, messages: readonly unknown[]): string {
  return messages.reduce<string>((called, message) => addCalls(called, api, message), '');
}

/** Returns the digest with the calls and results of a further message; the given one if it has none. */
function addCalls(called: string, api: Api, message: unknown): string {
  const blocks = api.codec.decode([withoutCacheMarks(message)]).flatMap((entry) => entry.blocks);
  const results = blocks.flatMap((block) =>
    block.type === 'tool_response' ? [[block.result, block.error]] : [],
  );
  const keys = callKeys(api, message);
  return keys.length + results.length === 0 ? called : messageDigest([called, keys, results]);
}

function follows({ after }: HiddenExchange, message: unknown): boolean {
  if (after === undefined || after.said !== undefined) return false;
  return sameValue(after.message, withoutCacheMarks(message));
}

/**
 * Returns the messages that replace an answer without calls at an index, and the end of that answer.
 *
 * @param here exchanges whose place is this index
 */
function findAnswer(
  api: Api,
  here: readonly HiddenExchange[],
  messages: readonly unknown[],
  at: number,
): { readonly messages: readonly unknown[]; readonly end: number } | undefined {
  const answers = here.filter(({ after }) => after?.said !== undefined);
  if (answers.length === 0) return undefined;
  let end = at;
  while (isOfModel(messages[end]) && callKeys(api, messages[end]).length === 0) end += 1;
  const said = textBy(api, messages.slice(at, end));
  const found = answers.find(({ after }) => after?.said === said);
  return found && { messages: found.messages, end };
}

/** Returns the texts of the model in messages, without white space, which clients change where they join texts. */
function textBy(api: Api, messages: readonly unknown[]): string {
  return api.codec
    .decode(messages)
    .flatMap(({ speaker, blocks }) => (speaker === 'ai' ? blocks : []))
    .map((block) => (block.type === 'text' ? block.text : ''))
    .join('')
    .replaceAll(/\s+/g, '');
}

function hasKey(keys: readonly string[], exchange: HiddenExchange): boolean {
  return keys.some((key) => exchange.keys.includes(key));
}

/** Removes the items of a model turn at the end of a list, before its calls: the exchange has them. */
function dropOwnTurn(items: unknown[]): void {
  while (items.length > 0 && isOfModel(items.at(-1))) items.pop();
}

function isOfModel(item: unknown): boolean {
  const { type, role } = fieldsOf(item);
  return type === 'reasoning' || role === 'assistant' || role === 'model';
}
