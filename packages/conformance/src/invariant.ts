import type { Trial } from './trial.ts';

/** A property that every strategy keeps. The numbers are those of the laws in `docs/architecture.md`. */
export interface Invariant {
  readonly name: string;
  /** The property in one sentence. */
  readonly guarantee: string;
}

/** A law that a single trial can break. */
export interface TrialLaw extends Invariant {
  /** Yields the violations: the index of the entry, or -1 for the whole result, and what is wrong. */
  find(trial: Trial): Iterable<readonly [index: number, message: string]>;
}
