/** Value at the end of a path through a results file. */
export type Leaf = string | number | boolean | null;

/** Fields that identify a row. The other fields are measurements. */
const NAMING =
  'family corpus what text variant framework strategy method hands policy ours theirs room reducer format prices group name cut budget share window messages fill'.split(
    ' ',
  );

/** Returns every leaf of a value by its path. A row's path contains its identifying fields, so adding or removing a row moves no other row. */
export function leavesOf(value: unknown, path = ''): ReadonlyMap<string, Leaf> {
  const leaves = new Map<string, Leaf>();
  collect(value, path, leaves);
  return leaves;
}

function collect(value: unknown, path: string, leaves: Map<string, Leaf>): void {
  if (Array.isArray(value)) {
    const names = rowNames(value);
    for (const [at, one] of value.entries()) collect(one, `${path}[${names[at]}]`, leaves);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, one] of Object.entries(value)) {
      collect(one, path === '' ? key : `${path}.${key}`, leaves);
    }
  } else if (value !== undefined) leaves.set(path, value as Leaf);
}

/** Returns a name for each row; the row indices if a row has no name or two share one. */
function rowNames(rows: readonly unknown[]): readonly string[] {
  const names = rows.map(rowName);
  const areDistinct = names.every((name) => name !== '') && new Set(names).size === names.length;
  return areDistinct ? names : rows.map((_, at) => String(at));
}

function rowName(row: unknown): string {
  if (typeof row !== 'object' || row === null) return '';
  const fields = row as Readonly<Record<string, unknown>>;
  return NAMING.filter((field) => field in fields && isName(field, fields[field]))
    .map((field) => `${field} ${String(fields[field])}`)
    .join(', ');
}

/** Returns whether a field identifies its row. A configured share is a whole percentage; any other share is a measurement. */
function isName(field: string, value: unknown): boolean {
  if (field === 'share') return Number.isInteger(value);
  return typeof value !== 'object';
}
