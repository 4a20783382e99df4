import type { EqualSizeRow } from '../../retention/summarize.ts';
import { decimal, markdownTable, type Cell } from '../markdown-table.ts';
import { SHOWN_FAMILIES } from '../plot.ts';
import type { Results } from '../results-read.ts';

/** Formats comparisons of two methods at equal size: a row for each pair, a group of columns for each large family. */
export function equalSizeSection({ retention }: Results): string {
  const { equalSize } = retention.figures;
  const families = Object.entries(SHOWN_FAMILIES);
  const pairs = new Map(equalSize.map((row) => [`${row.ours}\n${row.theirs}`, row]));
  const rows = [...pairs.values()].map(({ ours, theirs }) => ({
    names: [ours, theirs],
    places: families.map(([family]) =>
      equalSize.find((row) => row.family === family && row.ours === ours && row.theirs === theirs),
    ),
  }));
  return markdownTable(
    ['first', 'second', ...families.flatMap(([, { title }]) => [title, 'values', 'lines'])].concat(
      'too large',
    ),
    rows
      .filter(({ places }) => places.every((row) => row !== undefined && row.conversations > 0))
      .map(({ names, places }): Cell[] => [
        ...names,
        ...places.flatMap((row) => [
          both(row!.kept),
          both(row!.survived.all),
          both(row!.survived.lines),
        ]),
        `${places.reduce((sum, row) => sum + row!.short, 0)} of ${places.reduce((sum, row) => sum + row!.conversations, 0)}`,
      ]),
  );
}

function both([ours, theirs]: EqualSizeRow['kept']): string | null {
  return ours === null || theirs === null ? null : `${decimal(ours, 1)} / ${decimal(theirs, 1)}`;
}
