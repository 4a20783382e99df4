import { decimal, markdownTable, type Cell } from '../markdown-table.ts';
import { providerName } from '../provider-names.ts';
import type { Results } from '../results-read.ts';

/** What sessions cost with each policy, and what they still know. */
export function costSection({ replay }: Results): string | undefined {
  if (replay === undefined) return undefined;
  const { rows, prices } = replay.figures;
  const inside = rows.filter(({ group }) => group === 'inside');
  const policies = [...new Set(inside.map(({ policy }) => policy))];
  const places = [...new Set(inside.map((row) => `${row.window} ${row.prices}`))];
  return [
    '![Bills by policy, of what doing nothing costs](plots/cost.svg)',
    'Dollars for all sessions that do not fit untouched and in which every policy but `nothing` stays inside the window; behind them, of the values that later calls needed, how many still stood in the request that needed them. `nothing` is over the limit: its bill is that of a window nobody has.',
    markdownTable(
      ['window', 'prices', 'sessions', ...policies],
      places.map((place): Cell[] => {
        const [window, price] = place.split(' ') as [string, string];
        const own = inside.filter((row) => row.window === window && row.prices === price);
        return [
          window,
          providerName(price),
          String(own[0]?.sessions),
          ...policies.map((policy) => {
            const row = own.find((one) => one.policy === policy);
            if (row === undefined) return null;
            const held = row.held === null ? '–' : `${decimal(row.held, 1)} %`;
            return `${decimal(row.bill, 2)}, ${held}`;
          }),
        ];
      }),
    ),
    `Prices: ${Object.entries(prices)
      .map(([name, { model, asOf }]) => `${providerName(name)} ${model} as of ${asOf}`)
      .join('; ')}.`,
  ].join('\n\n');
}
