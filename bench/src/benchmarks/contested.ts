import { COMPACTED } from '../retention/contests.ts';
import type { EqualSizeRow } from '../retention/equal-size-row.ts';
import type { Results } from './results-read.ts';

/** Reference method: it shows the cost of values alone, and no agent could work with its output. */
const BOUND = 'identifier list';

/** Compared measures: values, values that a correct answer needs, and whole lines that the agent wrote again. */
const CONTESTED = { values: 'all', gold: 'gold', lines: 'lines' } as const;
type Contested = keyof typeof CONTESTED;

type Both = readonly [ours: number, theirs: number];

/** Two methods at equal size, compared in one measure. */
interface Pairing {
  readonly row: EqualSizeRow;
  readonly of: Contested;
  readonly survived: Both;
  /** Over the conversations that fit the size, if some do not. */
  readonly fitting: Both | undefined;
}

/** Returns every pair of `salience` and another method at equal size, without the reference method and model summaries. */
export function pairings(rows: readonly EqualSizeRow[]): Pairing[] {
  return rows
    .filter(
      ({ ours, theirs, family, conversations }) =>
        ours === 'salience' && theirs !== BOUND && family !== COMPACTED && conversations > 0,
    )
    .flatMap((row) =>
      (Object.keys(CONTESTED) as Contested[]).flatMap((of) => {
        const survived = known(row.survived[CONTESTED[of]]);
        if (survived === undefined) return [];
        const fitting = known(row.fitting?.survived[CONTESTED[of]] ?? [null, null]);
        return [{ row, of, survived, fitting }];
      }),
    );
}

/** Returns whether `salience` keeps less, over all conversations or over those that fit the size. */
export function isBelow({ survived, fitting }: Pairing): boolean {
  return [survived, fitting].some((both) => both !== undefined && both[0] < both[1]);
}

/** Counts the pairs, and those in which `salience` keeps less. The page's text refers to these figures. */
export function contestedFigures(retention: NonNullable<Results['retention']>): object {
  const all = pairings(retention.figures.equalSize);
  const counts = Object.keys(CONTESTED).map((of) => {
    const own = all.filter((pairing) => pairing.of === of);
    return [of, { pairs: own.length, less: own.filter(isBelow).length }] as const;
  });
  return { figures: Object.fromEntries(counts) };
}

function known([ours, theirs]: readonly [number | null, number | null]): Both | undefined {
  return ours === null || theirs === null ? undefined : [ours, theirs];
}
