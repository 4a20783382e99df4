import { printTable } from '../tables.ts';
import { measureBills } from './bills.ts';
import { TABLES } from './price-tables.ts';
import { replaySessions, WINDOWS } from './replay-corpus.ts';
import { readReplayOptions } from './replay-options.ts';

/**
 * Prints the bills of recorded sessions as shares of those with a summary by a model, with the price tables of all providers and a local
 * model, and lists the sessions that cost more. Arguments as for `bench replay`: `--sample`, `--window`, `--prices`, `--half`.
 */
const given = process.argv.slice(2);
const { isSample, half, windows, prices } = readReplayOptions(given);
const tables = given.includes('--prices')
  ? prices
  : (Object.keys(TABLES) as (keyof typeof TABLES)[]);
for (const window of windows) {
  const rows = await measureBills(replaySessions(isSample, half), WINDOWS[window], tables);
  printTable(
    `bills, window ${window}: sessions that do not fit, as per cent of the bill with a summary by a model`,
    rows.map(({ losing, ...row }) => ({ ...row, losing: losing.length })),
  );
  for (const { prices: table, policy, losing } of rows) {
    if (losing.length > 0 && policy.startsWith('ours')) {
      console.log(`${window}, ${table}, ${policy}: dearer in ${losing.join(', ')}`);
    }
  }
}
