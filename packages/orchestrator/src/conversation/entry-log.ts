import type { IContent } from '@palimpsest/core-types';

/** Entries that only grow at the end, so that what was computed for a beginning of them stays valid. */
export interface EntryLog {
  /** The growing array, for reading only. Callers get copies. */
  readonly entries: readonly IContent[];
  append(entries: readonly IContent[]): void;
  /** Returns a frozen copy; the same array until entries are appended. O(n), once per change. */
  copy(): readonly IContent[];
}

const logs = new WeakMap<readonly IContent[], readonly IContent[]>();

/** @param entries become the log's own: the caller must not change them afterwards */
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

/** Returns the growing array that a copy was made of; two copies of it begin alike. `undefined` for any other array. */
export function findLog(copy: readonly IContent[]): readonly IContent[] | undefined {
  return logs.get(copy);
}
