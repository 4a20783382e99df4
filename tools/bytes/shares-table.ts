import { kilobytes } from './sizes-table.ts';

/** Bytes that each package contributes to an import. */
export type Shares = ReadonlyMap<string, number>;

/** Returns a Markdown table: a column for each import, by name, and a row for each package, the largest first. */
export function sharesTable(columns: ReadonlyMap<string, Shares>): string {
  const largest = new Map<string, number>();
  for (const shares of columns.values())
    for (const [owner, bytes] of shares)
      largest.set(owner, Math.max(bytes, largest.get(owner) ?? 0));
  const owners = [...largest].toSorted(([, a], [, b]) => b - a).map(([owner]) => owner);
  const rows = owners.map((owner) => [
    `\`${owner}\``,
    ...[...columns.values()].map((shares) => {
      const bytes = shares.get(owner);
      return bytes === undefined ? '' : kilobytes(bytes);
    }),
  ]);
  const head = ['package', ...[...columns.keys()].map((name) => `\`${name}\``)];
  const rule = head.map((_, at) => (at === 0 ? '---' : '---:'));
  return [head, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Parses the columns of the first such table on a page. */
export function readShares(page: string): ReadonlyMap<string, Shares> {
  const [, table = ''] = /(?:^|\n)(\| package [^]*?)(?:\n\n|$)/.exec(page) ?? [];
  const [head = [], , ...rows] = table
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim().replaceAll('`', '')));
  return new Map(
    head.slice(2, -1).map((name, at) => {
      const shares = rows.map((cells) => [cells[1]!, Number(cells[at + 2]) * 1_000] as const);
      return [name, new Map(shares)];
    }),
  );
}
