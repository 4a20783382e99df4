import type { Budget } from './budgets.ts';
import type { Import, Size } from './measure-import.ts';

/** An import that was measured. */
export interface Row {
  readonly budget: Budget;
  readonly size: Size;
}

/** How an import is written in a table. */
export function nameOf({ specifier, name }: Import): string {
  return name === undefined ? `\`${specifier}\`` : `\`${name}\` of \`${specifier}\``;
}

/** A table of Markdown: what each import is, and what it may be. */
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

/** The figures of a table by the import they are of. */
export function readSizes(page: string): ReadonlyMap<string, Size> {
  const rows = page.matchAll(/^\| (`[^|]+`) +\| +([\d.]+) \| +<[^|]+\| +([\d.]+) \|/gm);
  return new Map(
    [...rows].map(([, name, own, whole]) => [
      name!,
      { own: Number(own) * 1_000, whole: Number(whole) * 1_000 },
    ]),
  );
}

/** With one digit behind the point. */
export function kilobytes(bytes: number): string {
  return (bytes / 1_000).toFixed(1);
}

function allowed(bytes: number, budget: number | undefined): string {
  if (budget === undefined) return '';
  return bytes < budget * 1_000 ? `< ${budget}` : `< ${budget}, missed`;
}
