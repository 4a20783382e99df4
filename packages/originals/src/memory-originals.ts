import { badOption } from './originals-error.ts';
import type { OriginalsStore } from './originals-store.ts';

interface MemoryOriginalsOptions {
  /** Maximum size of the stored texts in bytes, at two bytes per UTF-16 unit. @default 67_108_864 (64 MiB) */
  readonly maxBytes?: number;
}

/** A store in memory that lasts as long as the process. */
interface MemoryOriginals extends OriginalsStore {
  /** Size of the stored texts in bytes. */
  readonly bytes: number;
}

/**
 * Creates a store in memory with one limit for all sessions. Over the limit it removes the oldest originals first, then the oldest
 * manifest records. A text larger than the limit is not stored. Removed originals are reported as missing.
 *
 * @throws {OriginalsError} `BAD_OPTION`
 */
export function memoryOriginals({ maxBytes }: MemoryOriginalsOptions = {}): MemoryOriginals {
  const limit = maxBytes ?? 64 * 1_024 * 1_024;
  if (!(typeof limit === 'number' && limit >= 0)) {
    throw badOption('maxBytes', maxBytes, 'a number of 0 or more, or Infinity');
  }
  /** Texts by session and id, the oldest first. */
  const originals = new Map<string, string>();
  const records = new Map<string, string>();
  let bytes = 0;
  let count = 0;
  const remove = (texts: Map<string, string>, key: string): void => {
    bytes -= sizeOf(texts.get(key) ?? '');
    texts.delete(key);
  };
  const keep = (texts: Map<string, string>, key: string, text: string): void => {
    if (sizeOf(text) > limit) return;
    remove(texts, key);
    texts.set(key, text);
    bytes += sizeOf(text);
    for (const one of [originals, records]) {
      for (const oldest of one.keys()) {
        if (bytes <= limit) return;
        remove(one, oldest);
      }
    }
  };
  return {
    get bytes() {
      return bytes;
    },
    put(session, given) {
      for (const { id, text } of given) keep(originals, `${session} ${id}`, text);
    },
    get: (session, ids) => ids.map((id) => originals.get(`${session} ${id}`)),
    append(session, text) {
      count += 1;
      keep(records, `${session} ${count}`, text);
    },
    records: (session) => keysOf(records, session).map((key) => records.get(key)!),
    delete(session) {
      for (const texts of [originals, records]) {
        for (const key of keysOf(texts, session)) remove(texts, key);
      }
    },
  };
}

function keysOf(texts: ReadonlyMap<string, string>, session: string): readonly string[] {
  return [...texts.keys()].filter((key) => key.startsWith(`${session} `));
}

function sizeOf(text: string): number {
  return 2 * text.length;
}
