import { hasCorpus } from '../corpus.ts';
import { printTable } from '../tables.ts';
import { measureBills, type BillRow } from './bills.ts';
import { TABLES, type PriceName } from './price-tables.ts';
import { replaySessions, WINDOWS, type WindowName } from './replay-corpus.ts';
import { readReplayOptions } from './replay-options.ts';

/** A row of a window. Only rows of our policies list the sessions that cost more than with a summary. */
export type WindowBillRow = BillRow & { readonly window: WindowName };

/**
 * Measures the bills of recorded sessions as shares of those with a summary by a model, with the price tables of all providers and a local
 * model. Options as for the report `replay`. `undefined` without the corpus, and for a partial run, which is only printed.
 */
export async function billsReport(given: readonly string[]): Promise<object | undefined> {
  if (!hasCorpus) {
    console.log('bills: the corpus is not beside this checkout, so nothing was measured.');
    return undefined;
  }
  const { isSample, half, windows, prices, isWhole } = readReplayOptions(given);
  const tables = given.includes('--prices') ? prices : (Object.keys(TABLES) as PriceName[]);
  const rows: WindowBillRow[] = [];
  for (const window of windows) {
    const measured = await measureBills(replaySessions(isSample, half), WINDOWS[window], tables);
    printTable(
      `bills, window ${window}: sessions that do not fit, as per cent of the bill with a summary by a model`,
      measured.map(({ losing, ...row }) => ({ ...row, losing: losing.length })),
    );
    rows.push(...measured.map((row) => ({ window, ...rounded(row) })));
  }
  return isWhole ? { figures: { rows } } : undefined;
}

function rounded(row: BillRow): BillRow {
  const figures = Object.entries(row).map(([name, value]: [string, unknown]) => [
    name,
    typeof value === 'number' ? Math.round(100 * value) / 100 : value,
  ]);
  const { losing } = row;
  return {
    ...(Object.fromEntries(figures) as BillRow),
    losing: row.policy.startsWith('ours') ? losing : [],
  };
}
