import type { Group, ReplayRow } from '../../replay/replay-report.ts';
import { decimal, markdownTable, type Cell } from '../markdown-table.ts';
import type { Results } from '../results-read.ts';

const PROVIDERS: Readonly<Record<string, string>> = {
  anthropic: 'Anthropic',
  openai: 'OpenAI',
  gemini: 'Gemini',
  deepseek: 'DeepSeek',
};

/** Formats the cost of sessions under each policy, and the share of values that they keep. */
export function costSection({ replay }: Results): string {
  const { rows, prices, budgets } = replay.figures;
  const windows = Object.entries(budgets);
  return [
    `Limit of a request: ${windows.map(([name, { limit }]) => `${decimal(limit)} at ${name}`).join(', ')}.`,
    'Sessions that need compression, and in which every policy except `nothing` stays within the limit. Each cell has dollars for all sessions, and the share of the values needed by a later call that were in its request.',
    groupTable(rows, 'inside', (row) => `${decimal(row.bill, 2)}, ${heldOf(row)}`),
    'All sessions that need compression. Pruning and masking never remove the newest ten results, messages or calls. In some sessions these alone exceed the limit; the last number of a cell counts sessions with such a request. Only at the prices of Anthropic; `bench/results/replay.json` has the others.',
    groupTable(
      rows.filter(({ prices: price }) => price === 'anthropic'),
      'all',
      (row) => `${decimal(row.bill, 2)}, ${heldOf(row)}, ${decimal(row.outside)} over`,
    ),
    `Sessions that need no compression: ${windows.map(([window]) => `${fitting(rows, window)} at ${window}`).join(', ')}.`,
    `Prices: ${Object.entries(prices)
      .map(([name, { model, asOf }]) => `${PROVIDERS[name]} ${model} as of ${asOf}`)
      .join('; ')}.`,
  ].join('\n\n');
}

function groupTable(
  rows: readonly ReplayRow[],
  group: Group,
  cellOf: (row: ReplayRow) => string,
): string {
  const own = rows.filter((row) => row.group === group);
  const policies = [...new Set(own.map(({ policy }) => policy))];
  const places = [...new Set(own.map((row) => `${row.window} ${row.prices}`))];
  return markdownTable(
    ['window', 'prices', 'sessions', ...policies],
    places.map((place): Cell[] => {
      const [window, price] = place.split(' ') as [string, string];
      const here = own.filter((row) => row.window === window && row.prices === price);
      return [
        window,
        PROVIDERS[price],
        here[0]?.sessions,
        ...policies.map((policy) => {
          const row = here.find((one) => one.policy === policy);
          return row === undefined ? null : cellOf(row);
        }),
      ];
    }),
  );
}

function heldOf({ held }: ReplayRow): string {
  return held === null ? '–' : `${decimal(held, 1)} %`;
}

function fitting(rows: readonly ReplayRow[], window: string): string {
  const row = rows.find((one) => one.window === window && one.group === 'fitting');
  return decimal(row?.sessions ?? 0);
}
