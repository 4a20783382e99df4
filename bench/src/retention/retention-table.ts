import type { EqualSizeRow } from './equal-size-row.ts';
import type { RetentionRow } from './summarize.ts';

/** Prints one line for each row. */
export function printRows(rows: readonly RetentionRow[]): void {
  console.table(
    rows.map((row) => ({
      method: row.method,
      family: row.family,
      budget: row.budget,
      cut: row.cut,
      n: row.conversations,
      kept: row.kept,
      ...row.survived,
      quartiles: row.spread.all?.join(' '),
      short: row.short,
      under: row.underFilled,
      over: row.over,
      human: row.humanReduced,
    })),
  );
}

/** Prints one line for each comparison: ours first, then theirs. */
export function printContests(rows: readonly EqualSizeRow[]): void {
  console.table(
    rows.map((row) => ({
      ours: row.ours,
      theirs: row.theirs,
      room: row.room,
      family: row.family,
      budget: row.budget,
      n: row.conversations,
      short: row.short,
      kept: row.kept.join(' '),
      all: row.survived.all.join(' '),
      far: row.survived.far.join(' '),
      lines: row.survived.lines.join(' '),
      'won, lost, equal': row.won.all.join(' '),
      'of lines': row.won.lines.join(' '),
    })),
  );
}
