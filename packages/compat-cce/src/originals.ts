import { copyMessage } from './copy-message.ts';
import { digest } from './digest.ts';
import { countIds, idText, roleOf, textOf, type Message } from './message.ts';
import { provenanceOf, readProvenance, type CceOriginal } from './provenance.ts';

interface Range {
  readonly first: number;
  readonly end: number;
}

/** The messages of one call as originals: their keys, and the provenance of messages that replace them. */
export class Originals {
  readonly #messages: readonly Message[];
  readonly #version: number;
  readonly #makeKey: (message: Message) => string;
  readonly #keys = new Map<number, string>();

  constructor(messages: readonly Message[], version: number) {
    this.#messages = messages;
    this.#version = version;
    this.#makeKey = storeKeys(messages);
  }

  /** Returns the provenance of a message that replaces those from `first` up to, but not including, `end`; equal for the same range. */
  provenance(first: number, end: number): CceOriginal {
    const originals = this.#messages.slice(first, end);
    const kept = originals.map((original, offset) => {
      return { key: this.#keyOf(first + offset), original };
    });
    return provenanceOf(kept, this.#version);
  }

  /** Returns copies of the messages in some ranges by their keys, in an object without prototype. */
  verbatim(ranges: Iterable<Range>): Record<string, Message> {
    const store = Object.create(null) as Record<string, Message>;
    for (const { first, end } of ranges) {
      for (let index = first; index < end; index += 1) {
        store[this.#keyOf(index)] = copyMessage(this.#messages[index]!);
      }
    }
    return store;
  }

  #keyOf(index: number): string {
    const key = this.#keys.get(index) ?? this.#makeKey(this.#messages[index]!);
    this.#keys.set(index, key);
    return key;
  }
}

/**
 * Returns a function that assigns keys to the originals of one call: the id if it is unambiguous, otherwise the id and a digest of the
 * message. An id is ambiguous when several messages have it, when an input message already names an original by it (so that merging the stores
 * of several rounds overwrites nothing), or when it is `__proto__`, which a plain object cannot hold safely.
 */
function storeKeys(messages: readonly Message[]): (message: Message) => string {
  const claimed = new Set<string>(['__proto__']);
  const bearers = countIds(messages);
  for (const message of messages) {
    const { ids = [], earlier_ids: earlier = [] } = readProvenance(message) ?? {};
    for (const key of [...ids, ...earlier]) claimed.add(key);
  }
  const given = new Set<string>();
  const copies = new Map<string, number>();
  return (message) => {
    const id = idText(message);
    if (bearers.get(id) === 1 && !claimed.has(id)) {
      given.add(id);
      return id;
    }
    const base = `${id}#${digest([typeof message.id, roleOf(message) ?? '', textOf(message)])}`;
    let copy = copies.get(base) ?? 0;
    let key: string;
    do {
      copy += 1;
      key = copy === 1 ? base : `${base}.${copy}`;
    } while (bearers.has(key) || claimed.has(key) || given.has(key));
    copies.set(base, copy);
    given.add(key);
    return key;
  };
}
