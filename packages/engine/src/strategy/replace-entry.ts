import type { DroppedCounts, IContent } from '@palimpsest/core-types';
import { isBlank, type EntryEdits, type EvictionCandidate } from '../history/index.ts';

/**
 * Returns the edit that replaces one entry. An entry without content, which providers reject, replaces nothing: the old one stays.
 *
 * @param at index in the history of the input
 * @param entry the new entry; `undefined` removes it. A call and its results must go together
 * @param dropped what the edit removes, for the report
 */
export function replaceEntry(
  at: number,
  entry: IContent | undefined,
  dropped: DroppedCounts = {},
): EvictionCandidate {
  const isNothing = entry !== undefined && isBlank(entry);
  const changes: EntryEdits = isNothing ? new Map() : new Map([[at, entry]]);
  return { changes: () => changes, dropped };
}
