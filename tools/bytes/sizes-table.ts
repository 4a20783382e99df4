import type { Budget } from './budgets.ts';
import type { Import, Size } from './measure-import.ts';

/** A measured import and its budget. */
export interface Row {
  readonly budget: Budget;
  readonly size: Size;
}

/** Returns the name of an import as the tables show it. */
export function nameOf({ specifier, name }: Import): string {
  return name === undefined ? `\`${specifier}\`` : `\`${name}\` of \`${specifier}\``;
}

/** Returns a Markdown table with the sizes and budgets of imports. */
export function sizesTable(rows: readonly Row[]): string {
  const head = [
    '| import | own | budget | with all it imports | budget |',
    '| --- | ---: | ---: | ---: | ---: |',
  ];
  const body = rows.map(({ budget, size }) => {
    const cells = [
      nameOf(budget),
      kilobytes(size.own),
      allowed(size.own, budget.own),
      kilobytes(size.whole),
      allowed(size.whole, budget.whole),
    ];
    return `| ${cells.join(' | ')} |`;
  });
  return [...head, ...body].join('\n');
}

/** Parses the sizes of such tables, in bytes, by the name of the import. */
export function readSizes(page: string): ReadonlyMap<string, Size> {
  const rows = page.matchAll(/^\| (`[^|]+`) +\| +([\d.]+) \| +<[^|]+\| +([\d.]+) \|/gm);
  return new Map(
    [...rows].map(([, name, own, whole]) => [
      name!,
      { own: Number(own) * 1_000, whole: Number(whole) * 1_000 },
    ]),
  );
}

/** Formats a number of bytes as kB with one decimal. */
export function kilobytes(bytes: number): string {
  return (bytes / 1_000).toFixed(1);
}

function allowed(bytes: number, budget: number | undefined): string {
  if (budget === undefined) return '';
  return bytes < budget * 1_000 ? `< ${budget}` : `< ${budget}, missed`;
}
