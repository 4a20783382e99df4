import type { IContent } from '@palimpsest/core-types';
import { trackInclusions, type RepeatedInclusionsOptions } from './track-inclusions.ts';

export interface RepeatedInclusions {
  /** User entries without their repeated inclusions, by index. */
  readonly replacements: ReadonlyMap<number, IContent>;
  /** Number of removed inclusions. */
  readonly count: number;
}

/**
 * Keeps the newest inclusion of every file that user entries include several times, and removes the others (REQ-HD-006, C16). A text with
 * nothing else is removed; an entry with nothing else gets a marker, so that no entry becomes blank.
 */
export function removeRepeatedInclusions(
  history: readonly IContent[],
  options: RepeatedInclusionsOptions,
): RepeatedInclusions {
  const tracker = trackInclusions(options);
  for (const [index, entry] of history.entries()) tracker.add(index, entry);
  const replacements = new Map<number, IContent>();
  for (const index of [...tracker.settle()].toSorted((one, other) => one - other)) {
    const entry = history[index]!;
    replacements.set(index, { ...entry, blocks: tracker.strip(index, entry.blocks) });
  }
  return { replacements, count: tracker.count };
}
