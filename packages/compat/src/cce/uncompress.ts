import { checkMessages, InvalidInputError, unexpected } from './invalid-input-error.ts';
import { copyMessage, type Message } from './message.ts';
import { isKeyOf, proves, readProvenance, type Kept } from './provenance.ts';

/** Originals by the keys in `_cce_original.ids`, as `compress` returns them. */
export type VerbatimMap = Record<string, Message>;

/** A store of originals, by the keys in `_cce_original.ids`. */
export type StoreLookup =
  | Readonly<VerbatimMap>
  | ReadonlyMap<string, Message>
  | ((key: string) => Message | null | undefined);

export interface UncompressOptions {
  /** Also restores the originals of restored messages, down to the first round. @default false */
  recursive?: boolean | undefined;
}

export interface UncompressResult {
  messages: Message[];
  /** Number of messages that were replaced by their originals, in all rounds. */
  messages_expanded: number;
  /** Number of messages that the last round left unchanged. Without `recursive` there is one round. */
  messages_passthrough: number;
  /** Keys for which the store has no original, or a different one than was replaced. */
  missing_ids: string[];
}

/**
 * Restores the originals of messages that `compress` replaced: one round, or all rounds with `recursive`.
 *
 * A message is replaced if the store has its originals. If some are missing, the others are restored; if all are missing, or the store has
 * different messages under their keys, the message stays. `missing_ids` lists what was not found. Originals are returned as copies, in linear
 * time, whatever the metadata claim.
 *
 * @param store `verbatim`, several merged, a `Map`, or a synchronous function from key to original
 * @throws {InvalidInputError} when messages or store are invalid
 */
export function uncompress(
  messages: readonly Message[],
  store: StoreLookup,
  options: UncompressOptions | null = {},
): UncompressResult {
  checkMessages(messages);
  const find = originalsIn(store);
  const isRecursive = options?.recursive === true;
  const restored: Message[] = [];
  const missing = new Set<string>();
  const opened = new Set<string>();
  /** For each restored message, the round in which it was found. */
  const rounds: number[] = [];
  let expanded = 0;
  let lastRound = 0;
  /** Each original is replaced at most once, so that circular metadata end. */
  const mayOpen = (key: string | undefined): boolean => {
    if (key === undefined) return true;
    if (!isRecursive || opened.has(key)) return false;
    opened.add(key);
    return true;
  };
  // A stack: the next message is the last one.
  const waiting: { message: Message; key?: string; round: number }[] = messages
    .map((message) => ({ message, round: 0 }))
    .toReversed();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { message, key, round } = next;
    const originals = mayOpen(key) ? originalsOf(message, find, missing) : undefined;
    if (originals === undefined) {
      restored.push(key === undefined ? message : copyMessage(message));
      rounds.push(round);
      continue;
    }
    expanded += 1;
    lastRound = Math.max(lastRound, round);
    for (const kept of originals.toReversed()) {
      waiting.push({ message: kept.original, key: kept.key, round: round + 1 });
    }
  }
  return {
    messages: restored,
    messages_expanded: expanded,
    messages_passthrough: rounds.filter((round) => round <= lastRound).length,
    missing_ids: [...missing],
  };
}

/** Returns the originals of a message that the store has; `undefined` if the message must stay. */
function originalsOf(
  message: Message,
  find: (key: string) => Message | undefined,
  missing: Set<string>,
): readonly Kept[] | undefined {
  const claim = readProvenance(message);
  if (claim === undefined) return undefined;
  const found: Kept[] = [];
  for (const key of claim.ids) {
    const original = find(key);
    if (original !== undefined) found.push({ key, original });
  }
  const isProved = found.length > 0 && proves(claim, message, found);
  const put = new Set(isProved ? found.map(({ key }) => key) : []);
  for (const key of claim.ids) if (!put.has(key)) missing.add(key);
  return isProved ? found : undefined;
}

/** Returns a lookup that ignores inherited properties and returns only messages that fit their key. */
function originalsIn(store: unknown): (key: string) => Message | undefined {
  let look: (key: string) => unknown;
  if (typeof store === 'function') look = store as typeof look;
  else if (store instanceof Map) look = (key) => store.get(key) as unknown;
  else if (typeof store === 'object' && store !== null) {
    look = (key) => (Object.hasOwn(store, key) ? (Reflect.get(store, key) as unknown) : undefined);
  } else {
    const expected = 'verbatim of compress, a Map, or a function from key to message';
    throw unexpected('', expected, store, 'INVALID_STORE');
  }
  return (key) => {
    const value = look(key);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    if ('then' in value && typeof value.then === 'function') {
      throw new InvalidInputError(
        `The store returned a promise for "${key}". Load the originals first, and pass them as a Map or an object.`,
        'STORE_ANSWERS_LATER',
      );
    }
    return isKeyOf(key, value as Message) ? (value as Message) : undefined;
  };
}
