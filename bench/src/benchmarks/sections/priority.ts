import type { Tally } from '../../priority/measure.ts';
import { markdownTable } from '../markdown-table.ts';
import type { Results } from '../results-read.ts';

const ROWS = {
  askedRows: 'the whole row, object or function that the open question names, if it fits',
  headers: 'the header of a table of which a row is kept',
  oddLines: 'the only line of its kind among 20 to 3,000',
  oddLinesOnArrival: 'the same in a result that is reduced before the model sees it',
} as const;

/** Formats what stays first in generated outputs. */
export function prioritySection({ priority }: Results): string {
  const rows = Object.entries(ROWS).map(([name, what]) => {
    const tallies = Object.values(priority.figures[name as keyof typeof ROWS]);
    return [what, String(sum(tallies, 'right')), String(sum(tallies, 'of'))];
  });
  for (const { target, kept, of } of priority.figures.stated) {
    const what = `what users stated in a chat and did not replace, in ${target} % of its tokens`;
    rows.push([what, String(kept), String(of)]);
  }
  return markdownTable(['what is kept', 'kept', 'cases'], rows);
}

function sum(tallies: readonly Tally[], name: keyof Tally): number {
  return tallies.reduce((total, tally) => total + tally[name], 0);
}
