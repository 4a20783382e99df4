/** Value at the end of a path through a results file. */
type Leaf = string | number | boolean | null;

/** A figure that changed. `undefined`: not in that result. */
export interface Moved {
  readonly path: string;
  readonly was: Leaf | undefined;
  readonly is: Leaf | undefined;
}

/** Maximum factor between two measurements of a ratio: machine load stays below it, lost linearity is far above it. */
const RATIO_FACTOR = 4;
/** Smaller ratios are compared as this one: the shorter time is too short for an exact measurement. */
const MIN_RATIO = 0.25;

/** Compares the `figures` of two results of one report. Those below `ratios` must be within `RATIO_FACTOR`, all others equal. */
export function findMoved(was: unknown, is: unknown): readonly Moved[] {
  const [before, after] = [leavesOf(figuresOf(was)), leavesOf(figuresOf(is))];
  return [...new Set([...before.keys(), ...after.keys()])]
    .map((path) => ({ path, was: before.get(path), is: after.get(path) }))
    .filter((one) => one.was !== one.is && !(isRatio(one) && isNear(one.was, one.is)));
}

/** Returns whether a figure is a ratio of times, which varies between runs. */
export function isRatio({ path }: Moved): boolean {
  return path.startsWith('ratios');
}

function figuresOf(result: unknown): unknown {
  return (result as { readonly figures?: unknown }).figures;
}

function isNear(one: Leaf | undefined, other: Leaf | undefined): boolean {
  if (typeof one !== 'number' || typeof other !== 'number' || one <= 0 || other <= 0) return false;
  const [smaller, larger] = [Math.min(one, other), Math.max(one, other)];
  return larger <= RATIO_FACTOR * Math.max(smaller, MIN_RATIO);
}

/** Fields that identify a row. The other fields are measurements. */
const NAMING =
  'family corpus what text variant framework strategy method hands policy ours theirs room reducer format prices group name input budget share window messages fill'.split(
    ' ',
  );

/** Returns every leaf of a value by its path. A row's path contains its identifying fields, so adding or removing a row moves no other row. */
function leavesOf(value: unknown): ReadonlyMap<string, Leaf> {
  const leaves = new Map<string, Leaf>();
  const collect = (one: unknown, path: string): void => {
    if (Array.isArray(one)) {
      const names = rowNames(one);
      for (const [at, row] of one.entries()) collect(row, `${path}[${names[at]}]`);
    } else if (typeof one === 'object' && one !== null) {
      for (const [key, member] of Object.entries(one)) {
        collect(member, path === '' ? key : `${path}.${key}`);
      }
    } else if (one !== undefined) leaves.set(path, one as Leaf);
  };
  collect(value, '');
  return leaves;
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
