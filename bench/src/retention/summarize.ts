import type { EqualSizePlace, Place } from './places.ts';
import { share, sum } from './pooling.ts';
import { SCORE_GROUPS, type Score, type ScoreGroup } from './score.ts';

/** A method at one place. Shares are per cent, pooled over all conversations, including those that missed their budget. */
export interface RetentionRow extends Place {
  readonly conversations: number;
  /** Per cent of the tokens left, without system messages. */
  readonly kept: number | null;
  readonly survived: Readonly<Record<ScoreGroup, number | null>>;
  /** Number of probes per group. */
  readonly asked: Readonly<Record<ScoreGroup, number>>;
  /** Number of conversations above their budget. */
  readonly missed: number;
}

/** Scores of two methods for one history, at equal size. */
export interface Pair {
  readonly ours: Score;
  readonly theirs: Score;
}

/** Per cent: the first of ours, the second of theirs. */
type Both = readonly [ours: number | null, theirs: number | null];

export interface EqualSizeRow extends EqualSizePlace {
  readonly conversations: number;
  readonly kept: Both;
  readonly survived: Readonly<Record<ScoreGroup, Both>>;
  /** Number of conversations in which ours came out larger, because its irreducible content exceeds the size. */
  readonly short: number;
}

/** Pools the scores of many conversations. */
export function summarize(place: Place, scores: readonly Score[]): RetentionRow {
  return {
    ...place,
    conversations: scores.length,
    kept: keptBy(scores),
    survived: eachGroup((group) => survivedIn(group, scores)),
    asked: eachGroup((group) => sum(scores.map(({ groups }) => groups[group])).asked),
    missed: scores.filter(({ isOver }) => isOver).length,
  };
}

/** Pools pairs of scores, one pair per conversation. */
export function compare(place: EqualSizePlace, pairs: readonly Pair[]): EqualSizeRow {
  const [ours, theirs] = [pairs.map((pair) => pair.ours), pairs.map((pair) => pair.theirs)];
  return {
    ...place,
    conversations: pairs.length,
    kept: [keptBy(ours), keptBy(theirs)],
    survived: eachGroup((group) => [survivedIn(group, ours), survivedIn(group, theirs)]),
    short: pairs.filter((pair) => pair.ours.tokens.survived > pair.theirs.tokens.survived).length,
  };
}

function keptBy(scores: readonly Score[]): number | null {
  return share(sum(scores.map(({ tokens }) => tokens)));
}

function survivedIn(group: ScoreGroup, scores: readonly Score[]): number | null {
  return share(sum(scores.map(({ groups }) => groups[group])));
}

function eachGroup<Value>(valueOf: (group: ScoreGroup) => Value): Record<ScoreGroup, Value> {
  return Object.fromEntries(SCORE_GROUPS.map((group) => [group, valueOf(group)])) as Record<
    ScoreGroup,
    Value
  >;
}
