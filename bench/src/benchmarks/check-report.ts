import { findMovement, type Moved } from './moved.ts';

/** Measures something; nothing where it can't. */
export type Report = (given: readonly string[]) => Promise<unknown>;

/** A busy machine may disturb a ratio; hardly three times the same one. */
const MOST_RUNS = 3;

/** Measures anew, and says what moved since the results were written. Ratios that moved are measured again. */
export async function checkReport(report: Report, committed: unknown): Promise<readonly Moved[]> {
  const first = findMovement(committed, await report([]));
  let { ratios } = first;
  for (let run = 2; run <= MOST_RUNS && ratios.length > 0; run += 1) {
    const again = findMovement(committed, await report([])).ratios;
    const paths = new Set(ratios.map(({ path }) => path));
    ratios = again.filter(({ path }) => paths.has(path));
  }
  return [...first.exact, ...ratios];
}

/** One line for each figure that moved, the first of many. */
export function movedLines(name: string, moved: readonly Moved[]): readonly string[] {
  const lines = moved
    .slice(0, MOST_SHOWN)
    .map(({ path, was, is }) => `  ${path}: was ${shown(was)}, is ${shown(is)}`);
  const more = moved.length - lines.length;
  return [
    `${name}: ${moved.length} ${moved.length === 1 ? 'figure' : 'figures'} moved`,
    ...lines,
    ...(more > 0 ? [`  and ${more} more`] : []),
  ];
}

const MOST_SHOWN = 50;

function shown(value: Moved['was']): string {
  return value === undefined ? 'not there' : JSON.stringify(value);
}
