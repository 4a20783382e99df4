/** A table cell. Numbers are right-aligned; an absent value is a dash. */
export type Cell = number | string | null | undefined;

/** Formats a Markdown table with padded columns, as the formatter does. */
export function markdownTable(
  heads: readonly string[],
  rows: readonly (readonly Cell[])[],
): string {
  const texts = rows.map((row) => row.map(written));
  const isNumeric = heads.map((_, at) => at > 0 && texts.every((row) => isFigure(row[at]!)));
  const widths = heads.map((head, at) =>
    Math.max(isNumeric[at] ? 4 : 3, head.length, ...texts.map((row) => row[at]!.length)),
  );
  const padded = (cells: readonly string[]): string =>
    line(
      cells.map((cell, at) =>
        isNumeric[at] ? cell.padStart(widths[at]!) : cell.padEnd(widths[at]!),
      ),
    );
  const rule = widths.map((width, at) =>
    isNumeric[at] ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width),
  );
  return [padded(heads), line(rule), ...texts.map(padded)].join('\n');
}

/** Formats rows as a table with a line for each value of `lineOf`, and a column for each value of `columnOf`. */
export function pivotTable<Row>(
  rows: readonly Row[],
  head: string,
  lineOf: (row: Row) => string,
  columnOf: (row: Row) => string,
  cellOf: (row: Row) => Cell,
): string {
  const columns = [...new Set(rows.map(columnOf))];
  const lines = [...Map.groupBy(rows, lineOf)].map(([name, own]) => [
    name,
    ...columns.map((column) => {
      const row = own.find((one) => columnOf(one) === column);
      return row === undefined ? undefined : cellOf(row);
    }),
  ]);
  return markdownTable([head, ...columns], lines);
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function isFigure(text: string): boolean {
  return /^[\d.,+-]+(?: %)?$|^–$/.test(text);
}

/** Formats a cell: fractions with one decimal place. */
function written(cell: Cell): string {
  if (cell === null || cell === undefined) return '–';
  return typeof cell === 'number' ? decimal(cell) : cell;
}

/** Formats a number with thousands separators and, by default, one decimal place for fractions. */
export function decimal(value: number, digits?: number): string {
  const places = digits ?? (Number.isInteger(value) ? 0 : 1);
  return value.toLocaleString('en', {
    minimumFractionDigits: places,
    maximumFractionDigits: places,
  });
}

/** Formats a figure with one decimal place; `null` if it does not exist. */
export function tenth(value: number | null): string | null {
  return value === null ? null : decimal(value, 1);
}

/** Formats per cent with one decimal place. */
export function percent(value: number | null): string {
  return `${tenth(value) ?? '–'} %`;
}
