/** Share of its examples that a long property test takes when `PALIMPSEST_EXTENT` is not `full`. */
const SHARE = 0.25;

/** Whether a run takes every example. `pnpm check:full` does. */
const isFull = process.env['PALIMPSEST_EXTENT'] === 'full';

/** Returns how many of the examples of a long property test this run takes, at least one. */
export function examples(all: number): number {
  return isFull ? all : Math.ceil(all * SHARE);
}

/** Returns the seeds with which this run looks for a planted defect: all of them, or the first. */
export function seeds(...all: readonly [number, ...number[]]): readonly number[] {
  return isFull ? all : all.slice(0, 1);
}
