/** Result of a report: figures that are compared with another run, and times of this machine. */
export interface SpeedReport {
  readonly figures: {
    /** Equal in every run. */
    readonly counts: Tables;
    /** Ratios of times and of memory: equal in every run within a factor. */
    readonly ratios: Tables;
  };
  readonly times: Tables;
}

type Tables = Readonly<Record<string, readonly object[]>>;

/** Rows of one kind, split into three parts. */
interface Table {
  readonly counts: readonly object[];
  readonly ratios: readonly object[];
  readonly times: readonly object[];
}

/** Meaning of the columns of a row. */
interface Columns<Row> {
  /** Columns that identify the row; included in each part. */
  readonly by: readonly (keyof Row)[];
  readonly counts?: readonly (keyof Row)[];
  readonly ratios?: readonly (keyof Row)[];
}

/** Splits rows. A column that is neither a count nor a ratio is a time, which is not compared. */
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

/** Combines tables into a report. Empty parts are omitted. */
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
