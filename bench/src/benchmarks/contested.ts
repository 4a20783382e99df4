import { COMPACTED } from '../retention/contests.ts';
import type { EqualSizeRow } from '../retention/equal-size-row.ts';
import type { Results } from './results-read.ts';

/** It shows what values alone cost, and nobody could work with it. */
const BOUND = 'identifier list';

/** What is contested: values, those that a right answer needs, and whole lines where anybody writes them. */
const CONTESTED = { values: 'all', gold: 'gold', lines: 'lines' } as const;
type Contested = keyof typeof CONTESTED;

type Both = readonly [ours: number, theirs: number];

/** One pair in the same room, in one of its measures. */
interface Pairing {
  readonly row: EqualSizeRow;
  readonly of: Contested;
  readonly survived: Both;
  /** Of conversations in which the room was kept, where there are others. */
  readonly fitting: Both | undefined;
}

/** Every pair in which `salience` is held against another in the same room, the bound and summaries of models apart. */
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

/** Whether `salience` keeps less, of all conversations or of those in which it came down to the room. */
export function isBelow({ survived, fitting }: Pairing): boolean {
  return [survived, fitting].some((both) => both !== undefined && both[0] < both[1]);
}

/** How many pairs there are, and in how many `salience` keeps less: figures that words may refer to. */
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
