import type { IContent } from '@palimpsest/core-types';
import type { EvictionCandidate } from './fit-result.ts';

/** Entries that one entry stands for at most: each that is added is one more name to copy. */
const MOST_FOLDED = 64;

export interface MergeAdjacentOptions {
  /** Whether the entry at a place may go behind another. Those that may not part the runs. */
  readonly canMerge: (place: number, entry: IContent) => boolean;
  /** What the first of some entries becomes when it stands for them all; nothing where nothing is gained. */
  readonly fold: (entries: readonly IContent[]) => IContent | undefined;
  /** What stands at a place by now. */
  readonly now: (place: number) => IContent | undefined;
}

/**
 * Gives up runs of neighbours, oldest first and one more entry at a time: the first of up to 64 stands for them all. A run ends in the role in
 * which it begins, so that what stands beside it still follows the other role.
 *
 * @param entries by place; `undefined` where one is gone
 */
export function* mergeAdjacent(
  entries: readonly (IContent | undefined)[],
  { canMerge, fold, now }: MergeAdjacentOptions,
): Generator<EvictionCandidate> {
  let waiting: readonly number[] = [];
  let size = 0;
  let folded: IContent | undefined;
  for (const [place, entry] of entries.entries()) {
    if (entry === undefined) continue;
    const isMember = canMerge(place, entry);
    if (!isMember || size === MOST_FOLDED) {
      waiting = [];
      size = 0;
      folded = undefined;
    }
    if (!isMember) continue;
    // What was no gain is tried again with one more.
    if (folded !== undefined && now(waiting[0]!) === folded) waiting = waiting.slice(0, 1);
    const before = waiting.at(-1);
    // Two neighbours of one role, neither of which can go behind the first, begin a run of their own.
    const isOwnRun =
      before !== undefined &&
      entries[before]!.speaker === entry.speaker &&
      entries[waiting[0]!]!.speaker !== entry.speaker;
    const places = isOwnRun ? [before, place] : [...waiting, place];
    waiting = places;
    size = isOwnRun ? 2 : size + 1;
    yield {
      changes(current) {
        const members = places.map((each) => current(each)!);
        folded = members[0]!.speaker === entry.speaker ? fold(members) : undefined;
        return new Map(folded && places.map((each, at) => [each, at === 0 ? folded : undefined]));
      },
      dropped: {},
      onlyIfSmaller: true,
      ...(places.length > 1 ? { merges: places } : {}),
    };
  }
}
