import type { RetentionRow } from '../../retention/summarize.ts';
import type { QuestionRow } from '../results-read.ts';
import type { Axis } from './frame.ts';
import { linePlot, type Series } from './line-plot.ts';
import { LOOKS } from './look.ts';

const FIFTHS = [0, 20, 40, 60, 80, 100];
const percent = (label: string, to = 100): Axis => ({
  label,
  from: 0,
  to,
  ticks: FIFTHS.filter((tick) => tick <= to),
  suffix: ' %',
});

/** Draws what each method keeps of one family, by the share of tokens it keeps. */
export function retentionPlot(title: string, rows: readonly RetentionRow[]): string {
  // Dialogues contain no lines of code.
  const other = rows.some(({ survived }) => survived.lines !== null) ? 'lines' : 'gold';
  const x = leftOver(rows);
  return linePlot({
    title: `${title}: kept of what was needed later, by the room it takes`,
    panels: [
      { title: 'Values the agent used', x, y: percent('values kept') },
      other === 'lines'
        ? { title: 'Whole lines it wrote again', x, y: percent('lines kept') }
        : { title: 'Values that a right answer needs', x, y: percent('values kept') },
    ],
    series: seriesOf(rows, [(row) => row.survived.all, (row) => row.survived[other]]),
  });
}

/** Draws how much evidence each method leaves in meetings, by the share of tokens it keeps. */
export function questionsPlot(rows: readonly QuestionRow[]): string {
  return linePlot({
    title: 'Meetings: what a search still finds, and what still stands there',
    panels: [
      { title: 'Evidence among the first 20 found', x: leftOver(rows), y: percent('questions') },
      { title: 'Words of the evidence', x: leftOver(rows), y: percent('words kept') },
    ],
    series: seriesOf(rows, [(row) => row.hit20, (row) => row.keptWords]),
  });
}

/** Returns the axis of kept tokens, up to the largest drawn value. */
function leftOver(
  rows: readonly { readonly method: string; readonly kept: number | null }[],
): Axis {
  const drawn = rows.filter(({ method }) => method in LOOKS).map(({ kept }) => kept ?? 0);
  return percent('tokens kept', Math.ceil(Math.max(0, ...drawn) / 20) * 20);
}

/** Returns one line per drawn method, its points ordered by size. */
function seriesOf<Row extends { readonly method: string; readonly kept: number | null }>(
  rows: readonly Row[],
  measures: readonly ((row: Row) => number | null)[],
): Series[] {
  return Object.entries(LOOKS).flatMap(([name, look]) => {
    const own = rows.filter((row) => row.method === name);
    if (own.length === 0) return [];
    const points = measures.map((measure) =>
      own
        .flatMap((row) => {
          const [kept, value] = [row.kept, measure(row)];
          return kept === null || value === null ? [] : [[kept, value] as const];
        })
        .toSorted(([one], [other]) => one - other),
    );
    return [{ name, look, points }];
  });
}
