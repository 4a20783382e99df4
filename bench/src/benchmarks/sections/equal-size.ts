import type { EqualSizeRow } from '../../retention/equal-size-row.ts';
import { isBelow, pairings } from '../contested.ts';
import { SHOWN_FAMILIES } from '../family-names.ts';
import { decimal, markdownTable, type Cell } from '../markdown-table.ts';
import type { Results } from '../results-read.ts';

/** Shown target, in per cent. Methods without a target are shown at their own size. */
const SHOWN = 25;
const CUT = 70;

/** Formats comparisons of two methods at equal size. */
export function equalSizeSection({ retention }: Results): string | undefined {
  if (retention === undefined) return undefined;
  const rows = retention.figures.equalSize.filter(
    ({ budget, conversations, cut }) =>
      cut === CUT && conversations > 0 && (budget === SHOWN || budget === null),
  );
  const titles = [...new Set(rows.map(titleOf))];
  return [
    ...titles.map(
      (title) => `### ${title}\n\n${table(rows.filter((row) => titleOf(row) === title))}`,
    ),
    `### Where \`salience\` keeps less\n\n${below(retention.figures.equalSize)}`,
  ].join('\n\n');
}

/** Formats every pair in which `salience` keeps less, at any size. */
function below(rows: readonly EqualSizeRow[]): string {
  const lost = pairings(rows).filter(isBelow);
  if (lost.length === 0) return 'In no pair.';
  return [
    'Every such pair, at each size that was contested, of all conversations or of those in which it came down to the room; the identifier list and summaries of models apart, whose tables stand above.',
    markdownTable(
      ['family', 'against', 'asked for', 'of', 'left', 'kept', 'too large', 'kept where it fits'],
      lost.map(({ row, of, survived, fitting }): Cell[] => [
        SHOWN_FAMILIES[row.family]?.title ?? row.family,
        row.theirs,
        row.budget === null ? null : `${row.budget} %`,
        of,
        both(row.kept),
        both(survived),
        row.short,
        fitting && both(fitting),
      ]),
    ),
  ].join('\n\n');
}

function titleOf({ family, ours, theirs }: EqualSizeRow): string {
  if (theirs === 'model summary') return 'Beside summaries that agents had of their own models';
  if (ours === 'salience') return `\`salience\`: ${SHOWN_FAMILIES[family]?.title ?? family}`;
  return `\`${ours}\``;
}

function table(rows: readonly EqualSizeRow[]): string {
  const has = (field: 'family' | 'ours' | 'room'): boolean =>
    new Set(rows.map((row) => row[field])).size > 1;
  const optional = (['family', 'ours'] as const).filter(has);
  const named: readonly (readonly [head: string, cell: (row: EqualSizeRow) => Cell])[] = [
    ...optional.map((field) => [field, (row: EqualSizeRow) => row[field]] as const),
    ['against', ({ theirs }) => theirs],
    ...(has('room') ? [['room of', ({ room }: EqualSizeRow) => room] as const] : []),
    ['left', ({ kept }) => both(kept)],
    ['values', (row) => both(row.survived[valuesOf(row)])],
    ['more, less, equal', (row) => outcomes(row.won[valuesOf(row)])],
    ['lines', ({ survived }) => both(survived.lines)],
    ['more, less, equal', ({ won }) => outcomes(won.lines)],
    ['too large', ({ short }) => short],
    ['values where it fits', (row) => row.fitting && both(row.fitting.survived[valuesOf(row)])],
  ];
  return markdownTable(
    named.map(([head]) => head),
    rows.map((row) => named.map(([, cell]) => cell(row))),
  );
}

/** Returns the compared values: where no tool is called, only those that the task needs. */
function valuesOf({ survived }: EqualSizeRow): 'all' | 'gold' {
  return survived.all[0] === null ? 'gold' : 'all';
}

function both([ours, theirs]: readonly [number | null, number | null]): string | null {
  return ours === null || theirs === null ? null : `${decimal(ours, 1)} / ${decimal(theirs, 1)}`;
}

function outcomes(counts: readonly number[]): string | null {
  return counts.every((count) => count === 0) ? null : counts.join(', ');
}
