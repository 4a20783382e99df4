import { findMoved, isRatio, type Moved } from './moved.ts';

/** Measures and returns the result. */
export type Report = () => Promise<unknown>;

/** Maximum number of measurements. A busy machine may disturb a ratio, but hardly the same one three times. */
const MAX_RUNS = 3;
const MAX_SHOWN = 50;

/** Measures again and returns the figures that moved from the committed results. Ratios that moved are measured again. */
export async function checkReport(report: Report, committed: unknown): Promise<readonly Moved[]> {
  let moved = findMoved(committed, await report());
  for (let run = 2; run <= MAX_RUNS && moved.length > 0 && moved.every(isRatio); run += 1) {
    const again = new Set(findMoved(committed, await report()).map(({ path }) => path));
    moved = moved.filter(({ path }) => again.has(path));
  }
  return moved;
}

/** Formats one line per moved figure, at most `MAX_SHOWN`. */
export function movedLines(name: string, moved: readonly Moved[]): readonly string[] {
  if (moved.length === 0) return [`${name}: nothing moved`];
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

function shown(value: Moved['was']): string {
  return value === undefined ? 'not there' : JSON.stringify(value);
}
