// Measures every import that has a budget and writes the figures into docs/sizes.md.
import { readFileSync, writeFileSync } from 'node:fs';
import { BUDGETS, type Budget } from './budgets.ts';
import { measureImport, measureShares } from './measure-import.ts';
import { sharesTable, type Shares } from './shares-table.ts';
import { sizesTable, type Row } from './sizes-table.ts';

const page = new URL('../../docs/sizes.md', import.meta.url);

async function rowsOf(budgets: readonly Budget[]): Promise<Row[]> {
  const rows: Row[] = [];
  for (const budget of budgets) rows.push({ budget, size: await measureImport(budget) });
  return rows;
}

const plugins = BUDGETS.filter(({ name }) => name !== undefined);
const shares = new Map<string, Shares>();
for (const plugin of plugins) shares.set(plugin.name!, await measureShares(plugin));
const tables = {
  plugins: sizesTable(await rowsOf(plugins)),
  shares: sharesTable(shares),
  entries: sizesTable(await rowsOf(BUDGETS.filter(({ name }) => name === undefined))),
};
let text = readFileSync(page, 'utf8');
for (const [name, table] of Object.entries(tables)) {
  const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [from, to] = [text.indexOf(start), text.indexOf(end)];
  if (from < 0 || to < from)
    throw new Error(`docs/sizes.md has no place for ${name}: write "${start}" and "${end}" there.`);
  text = `${text.slice(0, from + start.length)}\n\n${table}\n\n${text.slice(to)}`;
}
writeFileSync(page, text);
console.log(Object.values(tables).join('\n\n'));
