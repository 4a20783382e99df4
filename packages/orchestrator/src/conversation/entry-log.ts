import type { IContent } from '@palimpsest/core-types';

/** A list of entries that only grows at its end, so that results computed for a prefix stay valid. */
export interface EntryLog {
  /** The growing array, for reading only. Callers get copies. */
  readonly entries: readonly IContent[];
  append(entries: readonly IContent[]): void;
  /** Returns a frozen copy; the same array until entries are appended. O(n), once per change. */
  copy(): readonly IContent[];
}

const logs = new WeakMap<readonly IContent[], readonly IContent[]>();

/** @param entries owned by the log: the caller must not change the array afterwards */
export function createEntryLog(entries: IContent[]): EntryLog {
  let newest: readonly IContent[] | undefined;
  return {
    entries,
    append(added) {
      for (const entry of added) entries.push(entry);
    },
    copy() {
      if (newest?.length !== entries.length) {
        newest = Object.freeze(entries.slice());
        logs.set(newest, entries);
      }
      return newest;
    },
  };
}

/** Returns the growing array that an array is a copy of, or `undefined`. All copies share a prefix. */
export function findLog(copy: readonly IContent[]): readonly IContent[] | undefined {
  return logs.get(copy);
}
