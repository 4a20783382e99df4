import { clonePlain } from './clone-plain.ts';
import type { Message } from './message.ts';
import { provenanceOf, type CceOriginal } from './provenance.ts';
import { storeKeys } from './store-keys.ts';

/** The messages of one call as originals: their keys, and the provenance of messages that replace them. */
export interface Originals {
  /** Returns the provenance of a message that replaces those from `first` up to, but not including, `end`; equal for the same range. */
  readonly provenance: (first: number, end: number) => CceOriginal;
  /** Returns copies of the messages in some ranges by their keys, in an object without prototype. */
  readonly verbatim: (ranges: Iterable<Range>) => Record<string, Message>;
}

interface Range {
  readonly first: number;
  readonly end: number;
}

export function originalsOf(messages: readonly Message[], version: number): Originals {
  const makeKey = storeKeys(messages);
  const keys = new Map<number, string>();
  const keyOf = (index: number): string => {
    const key = keys.get(index) ?? makeKey(messages[index]!);
    keys.set(index, key);
    return key;
  };
  return {
    provenance: (first, end) => {
      const originals = messages.slice(first, end);
      const kept = originals.map((original, offset) => ({ key: keyOf(first + offset), original }));
      return provenanceOf(kept, version);
    },
    verbatim: (ranges) => {
      const store = Object.create(null) as Record<string, Message>;
      for (const { first, end } of ranges) {
        for (let index = first; index < end; index += 1) {
          store[keyOf(index)] = clonePlain(messages[index]!);
        }
      }
      return store;
    },
  };
}
