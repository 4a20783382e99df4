import fc from 'fast-check';

/** A violation of a rule by one case. */
export interface Problem {
  readonly rule: string;
  readonly message: string;
}

/** A family of cases: how they are drawn, and which rules they must satisfy. */
export interface FuzzKind<Case = unknown> {
  readonly name: string;
  /** Share of the time, relative to the other kinds. */
  readonly weight: number;
  /** Generator of cases, which are plain data. */
  readonly cases: fc.Arbitrary<Case>;
  /** Returns the violations. A thrown error is also one. */
  readonly judge: (one: Case) => readonly Problem[] | Promise<readonly Problem[]>;
}

/** Erases the case type of a kind, so that kinds fit into one list. */
export function fuzzKind<Case>(kind: FuzzKind<Case>): FuzzKind {
  return kind as unknown as FuzzKind;
}

/** Draws cases until one breaks a rule, and shrinks that one. */
export async function runKind(
  { cases, judge }: FuzzKind,
  parameters: fc.Parameters<[unknown]>,
): Promise<fc.RunDetails<[unknown]>> {
  const property = fc.asyncProperty(cases, async (one) => {
    const [problem] = await judge(one);
    if (problem !== undefined) throw new Error(`breaks "${problem.rule}": ${problem.message}`);
  });
  return fc.check(property, parameters);
}
