import type { COMPACTED } from './contests.ts';
import type { Pair } from './equal-size.ts';
import type { FamilyName } from './families.ts';
import type { Cut } from './places.ts';
import { medianDifference, share, sum, type Tally } from './pooling.ts';
import { SCORE_GROUPS, type ScoreGroup } from './score.ts';

/** Groups that conversations are counted by; `gold` is all there is where nobody calls a tool. */
const JUDGED = ['all', 'gold', 'lines'] as const;

/** Per cent: the first of the method that was given the room, the second of the one it is held against. */
type Both = readonly [ours: number | null, theirs: number | null];

/** Two methods in the same room, pooled over conversations. */
interface Comparison {
  readonly conversations: number;
  readonly kept: Both;
  readonly survived: Readonly<Record<ScoreGroup, Both>>;
  /** Conversations in which ours left more, less and just as much. */
  readonly won: Readonly<Record<Judged, Outcomes>>;
  /** The middle conversation's difference in per cent points; above 0 where ours left more. */
  readonly medianDifference: Readonly<Record<Judged, number | null>>;
}
type Judged = (typeof JUDGED)[number];
type Outcomes = readonly [more: number, less: number, equal: number];

/** What was compared, and where. */
export interface EqualSizePlace {
  readonly family: FamilyName | typeof COMPACTED;
  readonly cut: Cut;
  /** Of the method that set the room; nothing where it takes no target. */
  readonly budget: number | null;
  readonly ours: string;
  readonly theirs: string;
  /** Which of the two set the room. */
  readonly room: 'ours' | 'theirs';
}

export interface EqualSizeRow extends EqualSizePlace, Comparison {
  /** Conversations in which the method that was given the room came out larger: what must stay is more than the room. */
  readonly short: number;
  /** The same figures over the other conversations, where there are such that came out larger. */
  readonly fitting?: Comparison;
}

/** Pools pairs of scores, one pair for each conversation. */
export function compare(place: EqualSizePlace, pairs: readonly Pair[]): EqualSizeRow {
  const fitting = pairs.filter((pair) => !isLarger(pair, place.room));
  const short = pairs.length - fitting.length;
  return {
    ...place,
    ...pool(pairs),
    short,
    ...(short === 0 ? {} : { fitting: pool(fitting) }),
  };
}

function isLarger({ ours, theirs }: Pair, room: 'ours' | 'theirs'): boolean {
  const [guest, host] = room === 'theirs' ? [ours, theirs] : [theirs, ours];
  return guest.characters.survived > host.characters.survived;
}

function pool(pairs: readonly Pair[]): Comparison {
  const of = (group: ScoreGroup): (readonly [Tally, Tally])[] =>
    pairs.map(({ ours, theirs }) => [ours.groups[group], theirs.groups[group]]);
  return {
    conversations: pairs.length,
    kept: both(pairs.map(({ ours, theirs }) => [ours.characters, theirs.characters])),
    survived: Object.fromEntries(SCORE_GROUPS.map((group) => [group, both(of(group))])) as Record<
      ScoreGroup,
      Both
    >,
    won: judged((group) => won(of(group))),
    medianDifference: judged((group) => medianDifference(of(group))),
  };
}

function judged<Value>(valueOf: (group: Judged) => Value): Record<Judged, Value> {
  return Object.fromEntries(JUDGED.map((group) => [group, valueOf(group)])) as Record<
    Judged,
    Value
  >;
}

function both(tallies: readonly (readonly [Tally, Tally])[]): Both {
  return [share(sum(tallies.map(([ours]) => ours))), share(sum(tallies.map(([, their]) => their)))];
}

function won(tallies: readonly (readonly [Tally, Tally])[]): Outcomes {
  const asked = tallies.filter(([{ asked: count }]) => count > 0);
  const more = asked.filter(([ours, theirs]) => ours.survived > theirs.survived).length;
  const less = asked.filter(([ours, theirs]) => ours.survived < theirs.survived).length;
  return [more, less, asked.length - more - less];
}
