import { decimal, markdownTable, type Cell } from '../markdown-table.ts';
import type { Results } from '../results-read.ts';

/** Formats what a caller waits for: processor time in multiples of that of `JSON.parse`, and megabytes a second. */
export function speedSection({ speed }: Results): string {
  const rows = speed.figures.ratios.speed;
  const inputs = [...new Set(rows.map(({ input }) => input))];
  const at = (name: string, input: string): Cell => {
    const is = (row: { readonly name: string; readonly input: string }): boolean =>
      row.name === name && row.input === input;
    const ratio = rows.find(is)?.toJsonParse;
    const megabytes = speed.times.speed.find(is)?.megabytesPerSecond;
    if (ratio === undefined || megabytes === undefined) return undefined;
    return `${decimal(ratio, 1)} (${decimal(megabytes, 0)} MB/s)`;
  };
  return [
    'Processor time of one call, as a multiple of that of `JSON.parse` for the same messages, and megabytes per second on one core. The ratios depend less on the machine.',
    markdownTable(
      ['call', ...inputs],
      [...new Set(rows.map(({ name }) => name))].map((name): Cell[] => [
        name,
        ...inputs.map((input) => at(name, input)),
      ]),
    ),
  ].join('\n\n');
}
