import { providerName } from '../provider-names.ts';
import type { Results } from '../results-read.ts';
import { barPlot } from './bar-plot.ts';

const POLICIES: Readonly<Record<string, readonly [name: string, color: string]>> = {
  'prune-every-turn': ['prune every turn', '#e69f00'],
  'threshold-masking': ['mask at a threshold', '#56b4e9'],
  ours: ['ours', '#0072b2'],
};

/** Draws the bill of each policy, in per cent of the bill without compression. */
export function costPlot({ figures: { rows } }: NonNullable<Results['replay']>): string {
  const inside = rows.filter(({ group }) => group === 'inside');
  const shares = inside.map((row) => {
    const nothing = inside.find(
      ({ policy, window, prices }) =>
        policy === 'nothing' && window === row.window && prices === row.prices,
    );
    return { ...row, share: (row.bill / nothing!.bill) * 100 };
  });
  const top = Math.ceil(Math.max(...shares.map(({ share }) => share)) / 100) * 100;
  return barPlot({
    title: 'Bills, in per cent of what doing nothing costs (which is over the limit)',
    y: {
      label: '% of the bill of nothing',
      from: 0,
      to: top,
      ticks: Array.from({ length: top / 50 + 1 }, (_, at) => at * 50),
    },
    panels: [...new Set(shares.map(({ window }) => window))].map((window) => ({
      title: `Window of ${window} tokens`,
      groups: [...new Set(shares.map(({ prices }) => prices))].map((prices) => ({
        name: providerName(prices),
        bars: Object.entries(POLICIES).map(([policy, [name, color]]) => {
          const row = shares.find(
            (one) => one.policy === policy && one.window === window && one.prices === prices,
          );
          return { name, color, value: row?.share ?? 0 };
        }),
      })),
    })),
  });
}
