import type { Trial } from './trial.ts';

/** Something every strategy keeps. The numbers are those of the laws in `docs/architecture.md`. */
export interface Invariant {
  readonly name: string;
  /** One sentence for a person. */
  readonly guarantee: string;
}

/** A law that shows in a single trial. */
export interface TrialLaw extends Invariant {
  /** What breaks it: the index of the entry it shows in, -1 where it concerns the whole, and what is wrong. */
  find(trial: Trial): Iterable<readonly [index: number, message: string]>;
}
