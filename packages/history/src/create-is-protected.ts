import type { IContent } from '@palimpsest/core-types';

/** Returns whether an entry has a property, for example whether it is protected. */
export type EntryPredicate = (entry: IContent) => boolean;

/** Creates the predicate for protected entries: system, `metadata.pinned`, or pinned by the caller (law 3). */
export function createIsProtected(pinned?: (entry: IContent) => boolean): EntryPredicate {
  return (entry) =>
    entry.speaker === 'system' ||
    entry.metadata?.pinned === true ||
    (pinned !== undefined && pinned(entry));
}
