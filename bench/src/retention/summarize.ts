import type { FamilyName } from './families.ts';
import type { Cut } from './places.ts';
import { quartiles, share, sum, type Quartiles, type Tally } from './pooling.ts';
import { SCORE_GROUPS, type Score, type ScoreGroup } from './score.ts';

/** Where a method was measured. */
export interface Place {
  readonly family: FamilyName;
  /** Per cent of a conversation's characters that are its history. */
  readonly cut: Cut;
  /** Per cent of the history's characters that should be left; nothing where the method takes no target. */
  readonly budget: number | null;
  readonly method: string;
}

/** A method at one place. Shares are per cent, pooled over all conversations, those too that missed their budget. */
export interface RetentionRow extends Place {
  readonly conversations: number;
  /** Characters left, system messages apart. */
  readonly kept: number | null;
  readonly survived: Readonly<Record<ScoreGroup, number | null>>;
  /** How much was asked in each group. */
  readonly asked: Readonly<Record<ScoreGroup, number>>;
  /** Over conversations, of those in which something was asked. */
  readonly spread: Readonly<Record<'all' | 'far' | 'gold' | 'kept' | 'lines', Quartiles | null>>;
  /** Conversations above their budget that do not say so, and the characters of the worst. */
  readonly over: number;
  readonly mostOver: number;
  /** Conversations that say themselves that they missed the budget, and the characters of the worst. */
  readonly short: number;
  readonly mostShort: number;
  /** Conversations in which something short that a person said was reduced. */
  readonly humanReduced: number;
  /** Conversations more than 1 % below their budget. */
  readonly underFilled: number;
}

/** Pools the scores of many conversations. */
export function summarize(place: Place, scores: readonly Score[]): RetentionRow {
  const of = (group: ScoreGroup): Tally[] => scores.map(({ groups }) => groups[group]);
  const pooled = SCORE_GROUPS.map((group) => [group, sum(of(group))] as const);
  const characters = scores.map((one) => one.characters);
  const { budget } = place;
  const held = budget === null ? [] : scores.map(({ outcome }) => outcome);
  const short = held.flatMap(({ shortfall }) => (shortfall === undefined ? [] : [shortfall]));
  const over = held.flatMap(({ size, target, shortfall }) =>
    shortfall === undefined && size > target ? [size - target] : [],
  );
  return {
    ...place,
    conversations: scores.length,
    kept: share(sum(characters)),
    survived: record(pooled.map(([group, tally]) => [group, share(tally)])),
    asked: record(pooled.map(([group, { asked }]) => [group, asked])),
    spread: {
      all: quartiles(of('all')),
      lines: quartiles(of('lines')),
      far: quartiles(of('far')),
      gold: quartiles(of('gold')),
      kept: quartiles(characters),
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
