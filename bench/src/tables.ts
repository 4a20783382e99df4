/** Prints rows with numbers rounded to three significant digits. */
export function printTable(title: string, rows: readonly object[]): void {
  console.log(title);
  console.table(rows.map(rounded));
}

function rounded(row: object): object {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]: [string, unknown]) => [
      name,
      typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(3)) : value,
    ]),
  );
}
