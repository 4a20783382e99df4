import { checkedLimit } from './originals-error.ts';
import type { OriginalsStore } from './originals-store.ts';

interface MemoryOriginalsOptions {
  /** Maximum size of the stored texts in bytes, at two bytes per UTF-16 unit. @default 67_108_864 (64 MiB) */
  readonly maxBytes?: number;
}

/** A store in memory that lasts as long as the process. */
export interface MemoryOriginals extends OriginalsStore {
  /** Size of the stored texts in bytes. */
  readonly bytes: number;
}

interface Text {
  readonly session: string;
  readonly key: string;
  readonly text: string;
}

/**
 * Creates a store in memory with one limit for all sessions. Over the limit it removes the oldest originals first, then the oldest
 * manifest records. A text larger than the limit is not stored. Removed originals are reported as missing.
 */
export function memoryOriginals({ maxBytes }: MemoryOriginalsOptions = {}): MemoryOriginals {
  const limit = checkedLimit('maxBytes', maxBytes, 64 * 1_024 * 1_024);
  const originals = createShelf();
  const records = createShelf();
  let count = 0;
  const bytes = (): number => originals.bytes() + records.bytes();
  const keep = (shelf: ReturnType<typeof createShelf>, text: Text): void => {
    if (sizeOf(text) > limit) return;
    shelf.set(text);
    while (bytes() > limit) if (!originals.dropOldest()) records.dropOldest();
  };
  return {
    get bytes() {
      return bytes();
    },
    put(session, given) {
      for (const { id, text } of given) keep(originals, { session, key: id, text });
    },
    get: (session, ids) => ids.map((id) => originals.of(session)?.get(id)?.text),
    append(session, text) {
      count += 1;
      keep(records, { session, key: `${count}`, text });
    },
    records: (session) => [...(records.of(session)?.values() ?? [])].map(({ text }) => text),
    delete(session) {
      originals.delete(session);
      records.delete(session);
    },
  };
}

/** Holds texts by session and key, ordered by age over all sessions. */
function createShelf() {
  const sessions = new Map<string, Map<string, Text>>();
  const inOrder = new Set<Text>();
  let bytes = 0;
  const drop = (text: Text): void => {
    if (!inOrder.delete(text)) return;
    bytes -= sizeOf(text);
    const own = sessions.get(text.session);
    own?.delete(text.key);
    if (own?.size === 0) sessions.delete(text.session);
  };
  return {
    bytes: () => bytes,
    of: (session: string): ReadonlyMap<string, Text> | undefined => sessions.get(session),
    set(text: Text) {
      const known = sessions.get(text.session)?.get(text.key);
      if (known !== undefined) drop(known);
      let own = sessions.get(text.session);
      if (own === undefined) sessions.set(text.session, (own = new Map()));
      own.set(text.key, text);
      inOrder.add(text);
      bytes += sizeOf(text);
    },
    /** Removes the oldest text. Returns whether there was one. */
    dropOldest() {
      const [oldest] = inOrder;
      if (oldest === undefined) return false;
      drop(oldest);
      return true;
    },
    delete(session: string) {
      for (const text of sessions.get(session)?.values() ?? []) drop(text);
    },
  };
}

function sizeOf({ text }: Text): number {
  return 2 * text.length;
}
