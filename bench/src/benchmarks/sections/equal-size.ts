import type { EqualSizeRow } from '../../retention/summarize.ts';
import { decimal, markdownTable, type Cell } from '../markdown-table.ts';
import { SHOWN_FAMILIES } from '../plot.ts';
import type { Results } from '../results-read.ts';

/** Formats comparisons of `salience` at the size of another method: a row for each, a group of columns for each large family. */
export function equalSizeSection({ retention }: Results): string {
  const { equalSize } = retention.figures;
  const families = Object.entries(SHOWN_FAMILIES);
  const others = [...new Set(equalSize.map(({ theirs }) => theirs))];
  return markdownTable(
    [
      'other method',
      ...families.flatMap(([, { title }]) => [title, 'values', 'lines']),
      'too large',
    ],
    others.map((theirs): Cell[] => {
      const rows = families.map(([family]) =>
        equalSize.find((row) => row.family === family && row.theirs === theirs)!,
      );
      const sum = (count: 'short' | 'conversations'): number =>
        rows.reduce((total, row) => total + row[count], 0);
      return [
        theirs,
        ...rows.flatMap(({ kept, survived }) => [kept, survived.all, survived.lines].map(both)),
        `${sum('short')} of ${sum('conversations')}`,
      ];
    }),
  );
}

function both([ours, theirs]: EqualSizeRow['kept']): string | null {
  return ours === null || theirs === null ? null : `${decimal(ours, 1)} / ${decimal(theirs, 1)}`;
}
