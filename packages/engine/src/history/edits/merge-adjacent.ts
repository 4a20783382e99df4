import type { IContent } from '@palimpsest/core-types';
import type { EvictionCandidate } from './fit-to-target.ts';

/** Maximum number of entries that one entry represents: each merge copies the indices of all of them. */
const MAX_FOLDED = 64;

export interface MergeAdjacentOptions {
  /** Returns whether an entry may be merged into one before it. Other entries separate the runs. */
  readonly canMerge: (index: number, entry: IContent) => boolean;
  /** Returns the entry that represents several; `undefined` if it is not smaller. */
  readonly fold: (entries: readonly IContent[]) => IContent | undefined;
  /** Returns the current entry at an index. */
  readonly now: (index: number) => IContent | undefined;
}

/**
 * Lists merges of adjacent entries, oldest first, each run growing by one entry: the first entry represents up to 64. A run ends in the
 * role in which it starts, so that roles still alternate.
 *
 * @param entries by index; `undefined` for a removed one
 */
export function* mergeAdjacent(
  entries: readonly (IContent | undefined)[],
  { canMerge, fold, now }: MergeAdjacentOptions,
): Generator<EvictionCandidate> {
  let run: readonly number[] = [];
  let size = 0;
  let folded: IContent | undefined;
  for (const [index, entry] of entries.entries()) {
    if (entry === undefined) continue;
    const isMember = canMerge(index, entry);
    if (!isMember || size === MAX_FOLDED) [run, size, folded] = [[], 0, undefined];
    if (!isMember) continue;
    // A merge that was not smaller is tried again with one more entry.
    if (folded !== undefined && now(run[0]!) === folded) run = run.slice(0, 1);
    const indices = [...run, index];
    run = indices;
    size += 1;
    yield {
      changes(current) {
        const members = indices.map((each) => current(each)!);
        folded = members[0]!.speaker === entry.speaker ? fold(members) : undefined;
        return new Map(folded && indices.map((each, at) => [each, at === 0 ? folded : undefined]));
      },
      dropped: {},
      onlyIfSmaller: true,
      ...(indices.length > 1 ? { merges: indices } : {}),
    };
  }
}
