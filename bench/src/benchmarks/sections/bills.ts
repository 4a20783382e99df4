import type { WindowBillRow } from '../../replay/bills-report.ts';
import { decimal, markdownTable } from '../markdown-table.ts';
import { providerName } from '../provider-names.ts';
import type { Results } from '../results-read.ts';

/** Formats the bills of sessions as shares of what a summary by a model costs. */
export function billsSection({ bills }: Results): string | undefined {
  if (bills === undefined) return undefined;
  const { rows } = bills.figures;
  const losing = rows
    .filter((row) => row.losing.length > 0)
    .map((row) => `- ${placeOf(row)}, \`${row.policy}\`: ${row.losing.join(', ')}`);
  return [
    markdownTable(
      [
        'window',
        'prices',
        'policy',
        'sessions',
        'lower quartile',
        'median',
        'upper quartile',
        'dearest',
        'cheaper in',
        'values held',
      ],
      rows.map((row) => [
        row.window,
        providerName(row.prices),
        `\`${row.policy}\``,
        row.sessions,
        ...[row.lower, row.median, row.upper, row.largest, row.cheaper, row.held].map(percent),
      ]),
    ),
    'Sessions in which ours costs more than the summary:',
    losing.length === 0 ? 'None.' : losing.join('\n'),
  ].join('\n\n');
}

function placeOf({ window, prices }: WindowBillRow): string {
  return `${window}, ${providerName(prices)}`;
}

function percent(value: number): string {
  return `${decimal(value, 0)} %`;
}
