import type { IContent } from '@palimpsest/core-types';
import { trackInclusions, type RepeatedInclusionsOptions } from './track-inclusions.ts';

export interface RepeatedInclusions {
  /** Human entries without the inclusions that stand again later, by index. */
  readonly replacements: ReadonlyMap<number, IContent>;
  /** How many inclusions were taken out. */
  readonly count: number;
}

/**
 * Of every file that human entries include several times, keeps the newest inclusion and takes the others out, wherever they stand
 * (REQ-HD-006, C16). A text that held nothing else goes; an entry that held nothing else keeps a mark, so that no entry becomes blank.
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
