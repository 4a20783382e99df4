import { printTable } from '../tables.ts';
import { PRICES } from '@palimpsest/orchestrator';
import { replayBudget } from './replay-budget.ts';
import { WINDOWS } from './replay-corpus.ts';
import { GROUPS, type Group } from './replay-rows.ts';
import { measureReplay } from './replay-run.ts';
import { PAUSES } from './turns.ts';

const TITLES: Readonly<Record<Group, string>> = {
  inside: 'sessions that do not fit, and in which every policy but nothing stays inside the window',
  all: 'all sessions that do not fit',
  fitting: 'sessions that fit untouched',
};

/** Measures the cost of sessions and the values they keep, per policy. */
export async function replayReport(): Promise<object> {
  const windows = Object.keys(WINDOWS);
  const rows = await measureReplay();
  for (const window of windows) {
    for (const group of GROUPS) {
      const shown = rows.filter((row) => row.window === window && row.group === group);
      const title = `replay, window ${window}: ${TITLES[group]}`;
      if (shown.some(({ sessions }) => sessions > 0)) printTable(title, shown);
      else console.log(`${title}: none`);
    }
  }
  return {
    figures: {
      pauses: PAUSES,
      budgets: Object.fromEntries(
        Object.entries(WINDOWS).map(([name, contextLimit]) => {
          const { limit, trigger, target } = replayBudget(contextLimit);
          return [name, { limit, trigger, target }];
        }),
      ),
      prices: Object.fromEntries(
        Object.entries(PRICES).map(([name, { model, asOf, currency }]) => [
          name,
          { model, asOf, currency },
        ]),
      ),
      groups: TITLES,
      rows,
    },
  };
}
