import { findMovement, type Moved } from './moved.ts';

/** Measures and returns the result; `undefined` if it cannot be measured. */
export type Report = () => Promise<unknown>;

/** Maximum number of measurements. A busy machine may disturb a ratio, but hardly the same one three times. */
const MAX_RUNS = 3;

/** Measures again and returns the figures that moved from the committed results. Ratios that moved are measured again. */
export async function checkReport(report: Report, committed: unknown): Promise<readonly Moved[]> {
  const first = findMovement(committed, await report());
  let { ratios } = first;
  for (let run = 2; run <= MAX_RUNS && ratios.length > 0; run += 1) {
    const again = findMovement(committed, await report()).ratios;
    const paths = new Set(ratios.map(({ path }) => path));
    ratios = again.filter(({ path }) => paths.has(path));
  }
  return [...first.exact, ...ratios];
}

/** Formats one line per moved figure, at most `MAX_SHOWN`. */
export function movedLines(name: string, moved: readonly Moved[]): readonly string[] {
  const lines = moved
    .slice(0, MAX_SHOWN)
    .map(({ path, was, is }) => `  ${path}: was ${shown(was)}, is ${shown(is)}`);
  const more = moved.length - lines.length;
  return [
    `${name}: ${moved.length} ${moved.length === 1 ? 'figure' : 'figures'} moved`,
    ...lines,
    ...(more > 0 ? [`  and ${more} more`] : []),
  ];
}

const MAX_SHOWN = 50;

function shown(value: Moved['was']): string {
  return value === undefined ? 'not there' : JSON.stringify(value);
}
