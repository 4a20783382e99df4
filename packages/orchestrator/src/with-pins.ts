import type { IContent } from '@palimpsest/core-types';
import type { EntryPredicate } from '@palimpsest/history';

/** Pinned copies, always the same ones, so that whoever remembers entries by identity knows them again. */
const pinnedCopies = new WeakMap<IContent, IContent>();

/** A plan of `optimize` knows of pins by metadata only: the same entries, those that are protected with it. */
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
