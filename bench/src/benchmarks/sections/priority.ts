import type { Tally } from '../../priority/measure.ts';
import { decimal, markdownTable } from '../markdown-table.ts';
import type { Results } from '../results-read.ts';

const ROWS = {
  askedRows:
    'the whole row, with the header of its table, object or function that the open question names, if it fits',
  oddLines: 'the only line of its kind among 20 to 3,000',
} as const;

const SIZES: Readonly<Record<number, string>> = {
  2: 'half',
  4: 'a quarter',
  8: 'an eighth',
};

/** Formats what stays first in generated outputs. */
export function prioritySection({ priority }: Results): string {
  const rows = Object.entries(ROWS).map(([name, what]) => {
    const tallies = Object.values(priority.figures[name as keyof typeof ROWS]);
    return [what, String(sum(tallies, 'right')), String(sum(tallies, 'of'))];
  });
  const { items } = priority.figures;
  rows.push([
    `rules, decisions, open tasks and owners in a chat, by their weights, in ${joined(items.map(({ times }) => SIZES[times]!))} of its tokens`,
    `${joined(items.map(({ weighted }) => decimal(weighted ?? 0, 1)))} %`,
    joined(items.map(({ chats }) => String(chats))),
  ]);
  return markdownTable(['what is kept', 'kept', 'cases'], rows);
}

function joined(parts: readonly string[]): string {
  return parts.join(' / ');
}

function sum(tallies: readonly Tally[], name: keyof Tally): number {
  return tallies.reduce((total, tally) => total + tally[name], 0);
}
