import { describeValue } from '@palimpsest/core-types';
import { InvalidInputError } from './invalid-input-error.ts';
import type { Message } from './message.ts';
import { isKeyOf } from './provenance.ts';

/** Originals by the keys in `_cce_original.ids`, as `compress` returns them. */
export type VerbatimMap = Record<string, Message>;

/** A store of originals, by the keys in `_cce_original.ids`. */
export type VerbatimStore =
  | Readonly<VerbatimMap>
  | ReadonlyMap<string, Message>
  | ((key: string) => Message | null | undefined);

/** `VerbatimStore` under its name in ContextCompressionEngine. */
export type StoreLookup = VerbatimStore;

/** Returns a lookup that ignores inherited properties and returns only messages that fit their key. */
export function originalsIn(store: VerbatimStore): (key: string) => Message | undefined {
  const look = lookUp(store);
  return (key) => {
    const value: unknown = look(key);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    if (typeof (value as { then?: unknown }).then === 'function') {
      throw new InvalidInputError(
        `The store returned a promise for "${key}". Load the originals first, and pass them as a Map or an object.`,
        'STORE_ANSWERS_LATER',
      );
    }
    return isKeyOf(key, value as Message) ? (value as Message) : undefined;
  };
}

function lookUp(store: unknown): (key: string) => unknown {
  if (typeof store === 'function') return store as (key: string) => unknown;
  if (store instanceof Map) return (key) => store.get(key) as unknown;
  if (typeof store === 'object' && store !== null) {
    const record = store as Record<string, unknown>;
    return (key) => (Object.hasOwn(record, key) ? record[key] : undefined);
  }
  throw new InvalidInputError(
    `Expected a store of originals, got ${describeValue(store)}. Hand in the verbatim of compress, a Map, or a function from key to message.`,
    'INVALID_STORE',
  );
}
