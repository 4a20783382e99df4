/** A report's result: what another run can be held against, and apart from it what only this machine says. */
export interface SpeedReport {
  readonly figures: {
    /** The same in every run. */
    readonly counts: Tables;
    /** Of times, and of memory: the same in every run within a factor. */
    readonly ratios: Tables;
  };
  readonly times: Tables;
}

type Tables = Readonly<Record<string, readonly object[]>>;

/** Rows of one kind, apart. */
interface Table {
  readonly counts: readonly object[];
  readonly ratios: readonly object[];
  readonly times: readonly object[];
}

/** What the columns of a row are. */
interface Columns<Row> {
  /** What the row is about: said in each part. */
  readonly by: readonly (keyof Row)[];
  readonly counts?: readonly (keyof Row)[];
  readonly ratios?: readonly (keyof Row)[];
}

/** Whatever is neither said to be a count nor a ratio is a time, which is not held against anything. */
export function tableOf<Row extends object>(
  rows: readonly Row[],
  { by, counts = [], ratios = [] }: Columns<Row>,
): Table {
  const checked = new Set<keyof Row>([...by, ...counts, ...ratios]);
  const keys = [...new Set(rows.flatMap((row) => Object.keys(row) as (keyof Row)[]))];
  const part = (columns: readonly (keyof Row)[]): object[] =>
    columns.length === 0 ? [] : rows.map((row) => pick(row, [...by, ...columns]));
  return {
    counts: part(counts),
    ratios: part(ratios),
    times: part(keys.filter((key) => !checked.has(key))),
  };
}

/** Parts that have no columns are left out. */
export function reportOf(tables: Readonly<Record<string, Table>>): SpeedReport {
  const part = (name: keyof Table): Tables =>
    Object.fromEntries(
      Object.entries(tables).flatMap(([title, table]) =>
        table[name].length > 0 ? [[title, table[name]]] : [],
      ),
    );
  return { figures: { counts: part('counts'), ratios: part('ratios') }, times: part('times') };
}

function pick<Row extends object>(row: Row, keys: readonly (keyof Row)[]): object {
  return Object.fromEntries(keys.flatMap((key) => (key in row ? [[key, row[key]]] : [])));
}
