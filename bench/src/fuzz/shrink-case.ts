import fc from 'fast-check';
import type { FuzzKind, Problem } from './fuzz-kind.ts';
import { judgeCase, kindOf, seedOf, type CaseAddress } from './run-case.ts';

export interface Counterexample {
  readonly one: unknown;
  /** What is broken in it, the rule that was asked for first. */
  readonly problems: readonly Problem[];
  /** How often it was made smaller. */
  readonly steps: number;
}

/** A small case that breaks the same rule as the one at an address; `undefined` where that one keeps it. */
export async function shrinkCase(
  kinds: readonly FuzzKind[],
  address: CaseAddress,
  rule: string,
  { milliseconds = 60_000 }: { readonly milliseconds?: number } = {},
): Promise<Counterexample | undefined> {
  const kind = kindOf(kinds, address);
  const end = Date.now() + milliseconds;
  const keeps = async (one: unknown): Promise<boolean> => {
    // Nothing is small enough to go on for ever: what is left keeps the rule, as far as the search is concerned.
    if (Date.now() > end) return true;
    const problems = await judgeCase(kind, one);
    return problems.every((problem) => problem.rule !== rule);
  };
  const found = await fc.check(fc.asyncProperty(kind.cases, keeps), {
    seed: seedOf(address),
    numRuns: 1,
  });
  if (!found.failed || found.counterexample === null) return undefined;
  const [one] = found.counterexample;
  const problems = await judgeCase(kind, one);
  const first = problems.filter((problem) => problem.rule === rule);
  const others = problems.filter((problem) => problem.rule !== rule);
  return { one, problems: [...first, ...others], steps: found.numShrinks };
}
