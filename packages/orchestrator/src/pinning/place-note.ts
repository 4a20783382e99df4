import type { IContent, ProvenanceRecord } from '@palimpsest/core-types';
import {
  findRoleProblems,
  indexExchanges,
  makeTurnMark,
  parseNoticeEntry,
  safeCuts,
} from '@palimpsest/history';

/**
 * Where a note belongs in a history that was shortened: where its first source stood, between exchanges. Never behind a notice that counts
 * the entries after it: the boundary it tells of is found again by that count.
 *
 * @param provenance of `after`, by index in `before`; where it is missing, entries are found by identity
 */
export function placeNote(
  before: readonly IContent[],
  after: readonly IContent[],
  {
    source,
    provenance,
  }: {
    readonly source: number;
    readonly provenance?: readonly ProvenanceRecord[] | undefined;
  },
): number {
  const firstSource = originsIn(before, after, provenance);
  const { length } = after;
  let place = 0;
  while (place < length && firstSource(place) < source && !countsOn(after, place)) place += 1;
  return safeCuts(indexExchanges(after)).atOrBefore(place);
}

/**
 * Returns the entries with which a note goes into a history at a place: where it would stand next to a turn of the user, a turn of the model
 * parts the two. Of the three ways, the one that leaves the fewest problems with roles, then the fewest
 * neighbours of one speaker.
 */
export function noteInTurn(after: readonly IContent[], at: number, note: IContent): IContent[] {
  const problems = (way: readonly IContent[]): number =>
    [...findRoleProblems(after.toSpliced(at, 0, ...way))].length;
  const mark = makeTurnMark();
  // A person right after a result is one problem, as are two messages of one role; more formats refuse the latter.
  const pairs = (way: readonly IContent[]): number => {
    const near = [...after.slice(Math.max(0, at - 1), at), ...way, ...after.slice(at, at + 1)];
    return near.filter(({ speaker }, index) => near[index - 1]?.speaker === speaker).length;
  };
  const ways = [[note], [mark, note], [note, mark]].map((way) => ({
    way,
    problems: problems(way),
    pairs: pairs(way),
  }));
  return ways.toSorted((a, b) => a.problems - b.problems || a.pairs - b.pairs)[0]!.way;
}

function countsOn(after: readonly IContent[], at: number): boolean {
  return parseNoticeEntry(after[at]!)?.following === after.length - 1 - at;
}

/** Answers with -1 for an entry that stands for none, or only tells of some. */
function originsIn(
  before: readonly IContent[],
  after: readonly IContent[],
  provenance: readonly ProvenanceRecord[] | undefined,
): (at: number) => number {
  if (provenance?.length === after.length) {
    return (at) => {
      const { sources, reason } = provenance[at]!;
      return reason === 'notice' ? -1 : (sources[0] ?? -1);
    };
  }
  const places = new Map(before.map((entry, at) => [entry, at]));
  return (at) => places.get(after[at]!) ?? -1;
}
