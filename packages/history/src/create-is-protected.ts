import type { IContent } from '@palimpsest/core-types';

/** Decides which entries no strategy may change. */
export type EntryPredicate = (entry: IContent) => boolean;

/** System entries, entries with `metadata.pinned`, and whatever the caller pins (law 3). */
export function createIsProtected(pinned?: (entry: IContent) => boolean): EntryPredicate {
  return (entry) =>
    entry.speaker === 'system' ||
    entry.metadata?.pinned === true ||
    (pinned !== undefined && pinned(entry));
}
