/** Data with which a worker starts. */
export interface WorkerStart {
  readonly seed: number;
  readonly kindsModule: string | undefined;
  /** Shared memory for one number: the index of the current case. */
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
  /** Description of the problem, before the case is shrunk. */
  readonly message: string;
}

/** Result of a slice. */
export interface SliceReport {
  /** Number of cases by kind and subject, such as `laws: salience`. */
  readonly cases: Readonly<Record<string, number>>;
  readonly broken: readonly BrokenCase[];
  readonly slowest: { readonly index: number; readonly milliseconds: number };
}
