import type fc from 'fast-check';

/** Something that has to hold for every case, and does not for one. */
export interface Problem {
  /** Which promise it is. One counterexample is kept for each of them. */
  readonly rule: string;
  readonly message: string;
}

/** A family of cases: how they are drawn, and what has to hold for each. */
export interface FuzzKind<Case = unknown> {
  readonly name: string;
  /** How often it is drawn, beside the others. */
  readonly weight: number;
  /** Cases as plain data. */
  readonly cases: fc.Arbitrary<Case>;
  /** What a case is about: a strategy, a part. */
  readonly subject: (one: Case) => string;
  /** What is broken. Whatever is thrown counts as broken too. */
  readonly judge: (one: Case) => readonly Problem[] | Promise<readonly Problem[]>;
}

/** A kind among others, for which nobody has to know what its cases look like. */
export function fuzzKind<Case>(kind: FuzzKind<Case>): FuzzKind {
  return kind as unknown as FuzzKind;
}
