import type { EqualSizeRow } from '../../retention/summarize.ts';
import { decimal, markdownTable, type Cell } from '../markdown-table.ts';
import { SHOWN_FAMILIES } from '../plot.ts';
import type { Results } from '../results-read.ts';

/** Formats comparisons of two methods at equal size. */
export function equalSizeSection({ retention }: Results): string {
  const rows = retention.figures.equalSize.filter(({ conversations }) => conversations > 0);
  return markdownTable(
    ['family', 'ours', 'against', 'left', 'values', 'lines', 'too large'],
    rows.map((row): Cell[] => [
      SHOWN_FAMILIES[row.family]?.title ?? row.family,
      row.ours,
      row.theirs,
      both(row.kept),
      both(row.survived[valuesOf(row)]),
      both(row.survived.lines),
      row.short,
    ]),
  );
}

/** Returns the compared values: where no tool is called, only those that the task needs. */
function valuesOf({ survived }: EqualSizeRow): 'all' | 'gold' {
  return survived.all[0] === null ? 'gold' : 'all';
}

function both([ours, theirs]: readonly [number | null, number | null]): string | null {
  return ours === null || theirs === null ? null : `${decimal(ours, 1)} / ${decimal(theirs, 1)}`;
}
