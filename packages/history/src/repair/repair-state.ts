import type { IContent } from '@palimpsest/core-types';

/** A history during the repair. */
export interface RepairState {
  readonly entries: readonly IContent[];
  readonly origins: readonly number[] | undefined;
}

/** Returns the input index of an entry; -1 for a generated one. */
export function getOriginalIndex({ origins }: RepairState, entry: number): number {
  return origins === undefined ? entry : origins[entry]!;
}

/** Replaces single entries. */
export function replaceEntries(
  state: RepairState,
  changed: ReadonlyMap<number, IContent>,
): RepairState {
  if (changed.size === 0) return state;
  return { ...state, entries: state.entries.map((entry, index) => changed.get(index) ?? entry) };
}
