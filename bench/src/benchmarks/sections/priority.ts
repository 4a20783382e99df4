import type { Tally } from '../../priority/measure.ts';
import { markdownTable } from '../markdown-table.ts';
import type { Results } from '../results-read.ts';

const ROWS = {
  askedRows: 'the row, object or function that the open question names, whole, where it fits',
  headers: 'the header of a table, wherever one of its rows stands',
  oddLines: 'the only line that differs in kind among 20 to 3,000',
  oddLinesOnArrival: 'the same where a result is reduced before the model has seen it',
} as const;

/** Formats what stays first in generated outputs. */
export function prioritySection({ priority }: Results): string {
  const rows = Object.entries(ROWS).map(([name, what]) => {
    const tallies = Object.values(priority.figures[name as keyof typeof ROWS]);
    return [what, String(sum(tallies, 'right')), String(sum(tallies, 'of'))];
  });
  for (const { target, kept, of } of priority.figures.stated) {
    const what = `what people stated in a chat, and nobody replaced, at ${target} % of its tokens`;
    rows.push([what, String(kept), String(of)]);
  }
  return markdownTable(['what stays', 'right', 'cases'], rows);
}

function sum(tallies: readonly Tally[], name: keyof Tally): number {
  return tallies.reduce((total, tally) => total + tally[name], 0);
}
