/** Prints rows with numbers rounded to three significant digits. */
export function printTable(title: string, rows: readonly object[]): void {
  console.log(title);
  console.table(rows.map(rounded));
}

/** Returns the largest cost divided by the smallest: 1 is flat. */
export function spread(costs: readonly number[]): number {
  return Math.max(...costs) / Math.min(...costs);
}

function rounded(row: object): object {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]: [string, unknown]) => [
      name,
      typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(3)) : value,
    ]),
  );
}
