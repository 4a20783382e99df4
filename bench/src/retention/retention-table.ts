import { SCORE_GROUPS } from './score.ts';
import type { RetentionRow } from './summarize.ts';

/** Prints one line for each row. */
export function printRows(rows: readonly RetentionRow[]): void {
  console.table(
    rows.map((row) => ({
      method: row.method,
      family: row.family,
      ...(row.free === undefined ? {} : { free: row.free }),
      budget: row.budget,
      n: row.conversations,
      kept: row.kept,
      ...Object.fromEntries(SCORE_GROUPS.map((group) => [group, row[group]])),
      quartiles: row.quartiles?.join(' '),
      short: row.shortfalls.length,
      under: row.underFilled,
      over: row.over.length,
      human: row.humanReduced,
    })),
  );
}

/** Prints what missed its budget, the worst by name. */
export function printMissed(rows: readonly RetentionRow[]): void {
  for (const { method, family, budget, shortfalls, over } of rows) {
    const place = `${method}, ${family}, ${budget} %`;
    if (shortfalls.length > 0) console.log(`${place}: short of the budget: ${list(shortfalls)}`);
    if (over.length > 0) console.log(`${place}: over the budget: ${list(over)}`);
  }
}

const MOST_LISTED = 5;

function list(missed: readonly { readonly id: string; readonly by: number }[]): string {
  const largest = missed.toSorted((a, b) => b.by - a.by).slice(0, MOST_LISTED);
  const named = largest.map(({ id, by }) => `${id} by ${by}`).join(', ');
  return `${missed.length} (${named}${missed.length > MOST_LISTED ? ', …' : ''})`;
}
