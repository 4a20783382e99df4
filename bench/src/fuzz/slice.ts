/** What a worker begins with. */
export interface WorkerStart {
  readonly seed: number;
  readonly kindsModule: string | undefined;
  /** One number, shared: the index of the case at work. */
  readonly current: SharedArrayBuffer;
}

/** Cases with consecutive indices. */
export interface Slice {
  readonly first: number;
  readonly count: number;
}

/** A case that breaks a rule. */
export interface BrokenCase {
  readonly index: number;
  readonly kind: string;
  readonly subject: string;
  readonly rule: string;
  /** What is wrong, before the case is made small. */
  readonly message: string;
}

/** What became of a slice. */
export interface SliceReport {
  /** How many cases there were of each kind and subject: `laws: salience`. */
  readonly cases: Readonly<Record<string, number>>;
  readonly broken: readonly BrokenCase[];
  readonly slowest: { readonly index: number; readonly milliseconds: number };
}
