import { findRow } from '../find-row.ts';
import { decimal, pivotTable } from '../markdown-table.ts';
import type { Results } from '../results-read.ts';

/** Formats what a caller waits for: processor time in multiples of that of `JSON.parse`, and megabytes a second. */
export function speedSection({ speed }: Results): string {
  const table = pivotTable(
    speed.figures.ratios.speed,
    'call',
    ({ name }) => name,
    ({ input }) => input,
    ({ name, input, toJsonParse }) => {
      const { megabytesPerSecond } = findRow(speed.times.speed, { name, input });
      return `${decimal(toJsonParse, 1)} (${decimal(megabytesPerSecond, 0)} MB/s)`;
    },
  );
  return `Processor time of one call, as a multiple of that of \`JSON.parse\` for the same messages, and megabytes per second on one core. The ratios depend less on the machine.\n\n${table}`;
}
