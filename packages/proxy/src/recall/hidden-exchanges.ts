import type { Api } from '../apis/api.ts';

/** What the client saw as one response, as the model wrote it: with its recall calls and their results. */
interface HiddenExchange {
  /** Identities of the client's calls at its end. */
  readonly keys: readonly string[];
  /** The messages that replace the client's. The last one has the client's calls. */
  readonly messages: readonly unknown[];
  /** Results of recall calls made together with the client's calls. They precede the client's results. */
  readonly results: readonly unknown[];
}

/** The recall calls that the client of a session never saw. */
export interface HiddenExchanges {
  /** Adds an exchange at the end of the client's messages. */
  add(api: Api, messages: readonly unknown[], exchange: HiddenExchange): void;
  /** Returns the messages with the hidden exchanges at their places; the given list if there are none. */
  insertInto(api: Api, messages: readonly unknown[]): readonly unknown[];
}

/** Maximum number of exchanges that are remembered in a session. */
const MOST = 1_000;

export function createHiddenExchanges(): HiddenExchanges {
  const known = new Map<string, HiddenExchange>();
  return {
    add(api, messages, exchange) {
      const number = numberKeys();
      for (const message of messages) number(api.callKeys(message));
      const [key] = number(exchange.keys);
      if (key === undefined) return;
      known.set(key, exchange);
      const [oldest] = known.keys();
      if (known.size > MOST && oldest !== undefined) known.delete(oldest);
    },
    insertInto(api, messages) {
      if (known.size === 0) return messages;
      const number = numberKeys();
      const written: unknown[] = [];
      let isSame = true;
      for (let at = 0; at < messages.length; at += 1) {
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
