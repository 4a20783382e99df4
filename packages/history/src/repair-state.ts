import type { IContent } from '@palimpsest/core-types';

/** A history on its way through the repair. */
export interface RepairState {
  readonly entries: readonly IContent[];
  readonly origins: readonly number[] | undefined;
}

/** Where an entry of a draft stood in the history as given; -1 for one made here. */
export function getOriginalIndex({ origins }: RepairState, entry: number): number {
  return origins === undefined ? entry : origins[entry]!;
}

/** Replaces single entries of a draft. */
export function replaceEntries(
  draft: RepairState,
  changed: ReadonlyMap<number, IContent>,
): RepairState {
  if (changed.size === 0) return draft;
  return { ...draft, entries: draft.entries.map((entry, index) => changed.get(index) ?? entry) };
}
