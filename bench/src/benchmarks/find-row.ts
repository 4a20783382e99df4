/**
 * Returns the only row with these values.
 *
 * @throws {Error} when no row has them, or more than one
 */
export function findRow<Row extends object>(rows: readonly Row[], wanted: Partial<Row>): Row {
  const names = Object.keys(wanted) as (keyof Row)[];
  const found = rows.filter((row) => names.every((name) => row[name] === wanted[name]));
  if (found.length === 1) return found[0]!;
  throw new Error(`${JSON.stringify(wanted)}: expected one row of results, got ${found.length}.`);
}
