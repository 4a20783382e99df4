import type fc from 'fast-check';

/** A violation of a rule by one case. */
export interface Problem {
  /** Name of the rule. One counterexample is kept per rule. */
  readonly rule: string;
  readonly message: string;
}

/** A family of cases: how they are drawn, and which rules they must satisfy. */
export interface FuzzKind<Case = unknown> {
  readonly name: string;
  /** Relative frequency among all kinds. */
  readonly weight: number;
  /** Generator of cases, which are plain data. */
  readonly cases: fc.Arbitrary<Case>;
  /** Returns what a case tests: a strategy or a part. */
  readonly subject: (one: Case) => string;
  /** Returns the violations. A thrown error is also one. */
  readonly judge: (one: Case) => readonly Problem[] | Promise<readonly Problem[]>;
}

/** Erases the case type of a kind, so that kinds fit into one list. */
export function fuzzKind<Case>(kind: FuzzKind<Case>): FuzzKind {
  return kind as unknown as FuzzKind;
}
