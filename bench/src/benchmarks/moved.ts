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

/** Returns every leaf of a value by its path. */
function leavesOf(value: unknown): ReadonlyMap<string, Leaf> {
  const leaves = new Map<string, Leaf>();
  const collect = (one: unknown, path: string): void => {
    if (Array.isArray(one)) {
      for (const [at, row] of one.entries()) collect(row, `${path}[${nameOf(row, at)}]`);
    } else if (typeof one === 'object' && one !== null) {
      for (const [key, member] of Object.entries(one)) {
        collect(member, path === '' ? key : `${path}.${key}`);
      }
    } else if (one !== undefined) leaves.set(path, one as Leaf);
  };
  collect(value, '');
  return leaves;
}

/** Returns the index of a row with its texts, by which a reader finds it. */
function nameOf(row: unknown, at: number): string {
  const values = typeof row === 'object' && row !== null ? Object.values(row) : [];
  return [at, ...values.filter((value) => typeof value === 'string')].join(' ');
}
