import type { IContent } from '@palimpsest/core-types';
import type { EvictionCandidate } from './fit-to-target.ts';

/** Maximum number of entries that one entry represents: each merge copies the indices of all of them. */
const MAX_FOLDED = 64;

export interface MergeAdjacentOptions {
  /** Returns whether an entry may be merged into one before it. Other entries separate the runs. */
  readonly canMerge: (index: number, entry: IContent) => boolean;
  /** Returns whether a removed entry of the model becomes a gap marker if it was between two user entries. */
  readonly becomesMarker?: (index: number) => boolean;
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
  { canMerge, becomesMarker = () => false, fold, now }: MergeAdjacentOptions,
): Generator<EvictionCandidate> {
  let waiting: readonly number[] = [];
  let size = 0;
  let folded: IContent | undefined;
  let last: IContent | undefined;
  let isParted = false;
  for (const [index, entry] of entries.entries()) {
    if (entry === undefined) {
      isParted ||= becomesMarker(index);
      continue;
    }
    const isMember = canMerge(index, entry);
    // The marker would end the run the next time (law 6).
    const followsMarker = isParted && last?.speaker === 'human' && entry.speaker === 'human';
    last = entry;
    isParted = false;
    if (!isMember || followsMarker || size === MAX_FOLDED) {
      waiting = [];
      size = 0;
      folded = undefined;
    }
    if (!isMember) continue;
    // A merge that was not smaller is tried again with one more entry.
    if (folded !== undefined && now(waiting[0]!) === folded) waiting = waiting.slice(0, 1);
    const before = waiting.at(-1);
    // Two adjacent entries of one role that differs from that of the first start a separate run.
    const isOwnRun =
      before !== undefined &&
      entries[before]!.speaker === entry.speaker &&
      entries[waiting[0]!]!.speaker !== entry.speaker;
    const indices = isOwnRun ? [before, index] : [...waiting, index];
    waiting = indices;
    size = isOwnRun ? 2 : size + 1;
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
