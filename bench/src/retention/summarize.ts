import type { FamilyName } from './families.ts';
import type { FreeRange } from './fixed-parts.ts';
import { SCORE_GROUPS, type Score, type ScoreGroup, type Tally } from './score.ts';

/** A method at one budget on one family. Shares are per cent, pooled over the conversations that reached their budget. */
export interface RetentionRow extends Readonly<Record<ScoreGroup, number | null>> {
  readonly family: FamilyName;
  readonly budget: number;
  readonly method: string;
  /** Set where a row is of those conversations alone in which this share of the budget is free. */
  readonly free?: FreeRange;
  readonly conversations: number;
  /** Characters left, system messages apart. */
  readonly kept: number | null;
  /** Of `all`, over conversations: a quarter, a half and three quarters of them have less. */
  readonly quartiles: readonly [number, number, number] | null;
  /** How much was asked in each group. */
  readonly asked: Readonly<Record<ScoreGroup, number>>;
  /** Conversations that say themselves that they missed the budget, and by how many characters; they are not pooled. */
  readonly shortfalls: readonly { readonly id: string; readonly by: number }[];
  /** Conversations more than 1 % below their budget. */
  readonly underFilled: number;
  /** Conversations above their budget that do not say so. */
  readonly over: readonly { readonly id: string; readonly by: number }[];
  /** Conversations, those that fell short too, in which short human text was reduced. */
  readonly humanReduced: number;
}

/** Pools the scores of many conversations. */
export function summarize(
  place: Pick<RetentionRow, 'budget' | 'family' | 'free' | 'method'>,
  scores: readonly Score[],
): RetentionRow {
  const pooled = scores.filter(({ outcome }) => outcome.shortfall === undefined);
  const pool = (group: ScoreGroup): Tally => sum(pooled.map(({ groups }) => groups[group]));
  const tallies = SCORE_GROUPS.map((group) => [group, pool(group)] as const);
  const each = pooled
    .map(({ groups }) => share(groups.all))
    .filter((value) => value !== null)
    .toSorted((a, b) => a - b);
  return {
    ...place,
    conversations: pooled.length,
    kept: share(sum(pooled.map(({ characters }) => characters))),
    ...(Object.fromEntries(tallies.map(([group, tally]) => [group, share(tally)])) as Record<
      ScoreGroup,
      number | null
    >),
    quartiles:
      each.length === 0 ? null : [quantile(each, 0.25), quantile(each, 0.5), quantile(each, 0.75)],
    asked: Object.fromEntries(tallies.map(([group, { asked }]) => [group, asked])) as Record<
      ScoreGroup,
      number
    >,
    shortfalls: scores.flatMap(({ id, outcome: { shortfall } }) =>
      shortfall === undefined ? [] : [{ id, by: shortfall }],
    ),
    underFilled: pooled.filter(({ outcome: { size, target } }) => size < target * 0.99).length,
    over: pooled.flatMap(({ id, outcome: { size, target } }) =>
      size > target ? [{ id, by: size - target }] : [],
    ),
    humanReduced: scores.filter((one) => one.hasReducedHumanText).length,
  };
}

function sum(tallies: readonly Tally[]): Tally {
  return {
    survived: tallies.reduce((total, { survived }) => total + survived, 0),
    asked: tallies.reduce((total, { asked }) => total + asked, 0),
  };
}

/** Per cent with one digit; nothing where nothing was asked. */
function share({ survived, asked }: Tally): number | null {
  return asked === 0 ? null : Math.round((survived / asked) * 1_000) / 10;
}

/** Between the two nearest of sorted values, as far as the place lies between them. */
function quantile(sorted: readonly number[], part: number): number {
  const place = (sorted.length - 1) * part;
  const low = sorted[Math.floor(place)]!;
  const high = sorted[Math.ceil(place)]!;
  return Math.round((low + (high - low) * (place % 1)) * 10) / 10;
}
