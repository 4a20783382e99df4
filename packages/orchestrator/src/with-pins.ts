import type { IContent } from '@palimpsest/core-types';
import type { EntryPredicate } from '@palimpsest/engine/history';

/** One pinned copy for each entry, so that caches by identity still work. */
const pinnedCopies = new WeakMap<IContent, IContent>();

/** Returns the entries with `metadata.pinned` on protected ones: `optimize` knows no other pins. */
export function withPins(
  history: readonly IContent[],
  isProtected: EntryPredicate,
): readonly IContent[] {
  return history.map((entry) => {
    if (entry.metadata?.pinned === true || !isProtected(entry)) return entry;
    const known = pinnedCopies.get(entry);
    if (known !== undefined) return known;
    const copy: IContent = { ...entry, metadata: { ...entry.metadata, pinned: true } };
    pinnedCopies.set(entry, copy);
    return copy;
  });
}
