import fc from 'fast-check';
import type { FuzzKind, Problem } from './fuzz-kind.ts';
import { judgeCase, kindOf, seedOf, type CaseAddress } from './run-case.ts';

export interface Counterexample {
  readonly one: unknown;
  /** Problems of the case, those of the requested rule first. */
  readonly problems: readonly Problem[];
  /** Number of shrinking steps. */
  readonly steps: number;
}

/** Returns a small case that breaks the same rule as the case at an address; `undefined` if that case does not break it. */
export async function shrinkCase(
  kinds: readonly FuzzKind[],
  address: CaseAddress,
  rule: string,
  { milliseconds = 60_000 }: { readonly milliseconds?: number } = {},
): Promise<Counterexample | undefined> {
  const kind = kindOf(kinds, address);
  const end = Date.now() + milliseconds;
  const keeps = async (one: unknown): Promise<boolean> => {
    // After the deadline every case counts as passing, which ends the search.
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
