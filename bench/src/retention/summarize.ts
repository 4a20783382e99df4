import type { FamilyName } from './families.ts';
import type { Cut } from './places.ts';
import { quartiles, share, sum, type Quartiles, type Tally } from './pooling.ts';
import { SCORE_GROUPS, type Score, type ScoreGroup } from './score.ts';

/** Family, cut, budget and method of a measurement. */
export interface Place {
  readonly family: FamilyName;
  /** Length of the history, in per cent of a conversation's characters. */
  readonly cut: Cut;
  /** Target, in per cent of the history's tokens; `null` if the method takes none. */
  readonly budget: number | null;
  readonly method: string;
}

/** A method at one place. Shares are per cent, pooled over all conversations, including those that missed their budget. */
export interface RetentionRow extends Place {
  readonly conversations: number;
  /** Per cent of the tokens left, without system messages. */
  readonly kept: number | null;
  readonly survived: Readonly<Record<ScoreGroup, number | null>>;
  /** Number of probes per group. */
  readonly asked: Readonly<Record<ScoreGroup, number>>;
  /** Quartiles over the conversations that have probes. */
  readonly spread: Readonly<Record<'all' | 'far' | 'gold' | 'kept' | 'lines', Quartiles | null>>;
  /** Number of conversations above their budget without a reported shortfall; `mostOver` is the largest excess, in tokens. */
  readonly over: number;
  readonly mostOver: number;
  /** Number of conversations with a reported shortfall; `mostShort` is the largest, in tokens. */
  readonly short: number;
  readonly mostShort: number;
  /** Number of conversations in which a short user text was reduced. */
  readonly humanReduced: number;
  /** Number of conversations more than 1 % below their budget. */
  readonly underFilled: number;
}

/** Pools the scores of many conversations. */
export function summarize(place: Place, scores: readonly Score[]): RetentionRow {
  const of = (group: ScoreGroup): Tally[] => scores.map(({ groups }) => groups[group]);
  const pooled = SCORE_GROUPS.map((group) => [group, sum(of(group))] as const);
  const sizes = scores.map((one) => one.tokens);
  const { budget } = place;
  const held = budget === null ? [] : scores.map(({ outcome }) => outcome);
  const short = held.flatMap(({ shortfall }) => (shortfall === undefined ? [] : [shortfall]));
  const over = held.flatMap(({ size, target, shortfall }) =>
    shortfall === undefined && size > target ? [size - target] : [],
  );
  return {
    ...place,
    conversations: scores.length,
    kept: share(sum(sizes)),
    survived: record(pooled.map(([group, tally]) => [group, share(tally)])),
    asked: record(pooled.map(([group, { asked }]) => [group, asked])),
    spread: {
      all: quartiles(of('all')),
      lines: quartiles(of('lines')),
      far: quartiles(of('far')),
      gold: quartiles(of('gold')),
      kept: quartiles(sizes),
    },
    over: over.length,
    mostOver: Math.max(0, ...over),
    short: short.length,
    mostShort: Math.max(0, ...short),
    humanReduced: scores.filter((one) => one.hasReducedHumanText).length,
    underFilled: held.filter(({ size, target }) => size < target * 0.99).length,
  };
}

function record<Value>(
  entries: readonly (readonly [ScoreGroup, Value])[],
): Record<ScoreGroup, Value> {
  return Object.fromEntries(entries) as Record<ScoreGroup, Value>;
}
