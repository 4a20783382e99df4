import type { COMPACTED } from './contests.ts';
import type { Pair } from './equal-size.ts';
import type { FamilyName } from './families.ts';
import type { Cut } from './places.ts';
import { medianDifference, share, sum, type Tally } from './pooling.ts';
import { SCORE_GROUPS, type ScoreGroup } from './score.ts';

/** Groups by which conversations are compared; `gold` is the only one for conversations without tool calls. */
const JUDGED = ['all', 'gold', 'lines'] as const;

/** Per cent: the first of ours, the second of theirs. */
type Both = readonly [ours: number | null, theirs: number | null];

/** Two methods at equal size, pooled over conversations. */
interface Comparison {
  readonly conversations: number;
  readonly kept: Both;
  readonly survived: Readonly<Record<ScoreGroup, Both>>;
  /** Number of conversations in which ours kept more, less and equally much. */
  readonly won: Readonly<Record<Judged, Outcomes>>;
  /** Median over conversations of the difference in percentage points; above 0 if ours kept more. */
  readonly medianDifference: Readonly<Record<Judged, number | null>>;
}
type Judged = (typeof JUDGED)[number];
type Outcomes = readonly [more: number, less: number, equal: number];

/** The compared methods, and where they were compared. */
export interface EqualSizePlace {
  readonly family: FamilyName | typeof COMPACTED;
  readonly cut: Cut;
  /** Budget of the method that determined the size; `null` if it takes no target. */
  readonly budget: number | null;
  readonly ours: string;
  readonly theirs: string;
  /** Which of the two determined the size. */
  readonly room: 'ours' | 'theirs';
}

export interface EqualSizeRow extends EqualSizePlace, Comparison {
  /** Number of conversations in which the other method came out larger, because its irreducible content exceeds the size. */
  readonly short: number;
  /** The same figures without those conversations. Absent if there are none. */
  readonly fitting?: Comparison;
}

/** Pools pairs of scores, one pair per conversation. */
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
  return guest.tokens.survived > host.tokens.survived;
}

function pool(pairs: readonly Pair[]): Comparison {
  const of = (group: ScoreGroup): (readonly [Tally, Tally])[] =>
    pairs.map(({ ours, theirs }) => [ours.groups[group], theirs.groups[group]]);
  return {
    conversations: pairs.length,
    kept: both(pairs.map(({ ours, theirs }) => [ours.tokens, theirs.tokens])),
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
