import type { Group, ReplayRow } from '../../replay/replay-rows.ts';
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
    `Most tokens a request may have: ${windows.map(([name, { limit }]) => `${decimal(limit)} at ${name}`).join(', ')}.`,
    'Dollars for all sessions that do not fit untouched and in which every policy but `nothing` stays inside the window; behind them, of the values that later calls needed, how many still stood in the request that needed them. `nothing` is over the limit: its bill is that of a window nobody has.',
    groupTable(rows, 'inside', (row) => `${decimal(row.bill, 2)}, ${heldOf(row)}`),
    'The sessions that are missing there fit no better. They do not fit untouched either, but a policy is over the limit in them: masking and pruning never give up the newest ten results nor anything that was said or called, and that alone is more than the window. Over all sessions that do not fit, with the number of those in which a request was over the limit:',
    groupTable(
      rows,
      'all',
      (row) => `${decimal(row.bill, 2)}, ${heldOf(row)}, ${decimal(row.outside)} over`,
    ),
    `Sessions that fit untouched: ${windows.map(([window]) => `${fitting(rows, window)} at ${window}`).join(', ')}.`,
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
