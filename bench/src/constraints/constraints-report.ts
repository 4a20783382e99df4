import { hasCorpus } from '../corpus.ts';
import { runJobs } from '../threads/run-jobs.ts';
import { keptAfter, keptBy, keptRow, meanLeft, type Outcome } from './constraint-rows.ts';
import type { ConstraintsJob } from './constraints-jobs.ts';
import { CONSTRAINTS } from './constraints.ts';
import { FRAMING_NAMES } from './framings.ts';
import { POSITIONS } from './place-constraint.ts';
import { FAMILIES, sampledCases, SHARES, type Case } from './plan.ts';
import { ROUNDS, type SessionResult } from './run-session.ts';
import { STRATEGY_NAMES } from './strategies.ts';

/** Per cent of sessions in which a constraint must survive, for every strategy. */
const REQUIRED = 99.5;

/** One of this many cases is also measured without pinning, for comparison. */
const CASES_PER_UNPINNED = 3;

/** Measures how often a user constraint survives ten compressions of a session. `undefined` without the corpus. */
export async function constraintsReport(): Promise<object | undefined> {
  if (!hasCorpus) {
    console.log('constraints: the corpus is not beside this checkout, so nothing was measured.');
    return undefined;
  }
  const cases = sampledCases();
  const pinned = await runCases(cases, true);
  const some = cases.filter((_, at) => at % CASES_PER_UNPINNED === 0);
  const figures = figuresOf(pinned, await runCases(some, false));
  print(figures);
  return { figures };
}

async function runCases(cases: readonly Case[], isPinning: boolean): Promise<Outcome[]> {
  const jobs: ConstraintsJob[] = FAMILIES.flatMap((family) => {
    const own = cases.filter((one) => one.family === family);
    return STRATEGY_NAMES.map((strategy) => ({ strategy, isPinning, family, cases: own }));
  });
  const worker = new URL('constraints-worker.ts', import.meta.url);
  const results = await runJobs<SessionResult[]>(worker, jobs, 2);
  return jobs.flatMap(({ strategy, cases: own }, job) =>
    own.map((one, at) => ({ strategy, ...one, ...results[job]![at]! })),
  );
}

function figuresOf(pinned: readonly Outcome[], unpinned: readonly Outcome[]) {
  const rowsBy = <Value extends number | string>(
    values: readonly Value[],
    valueOf: (outcome: Outcome) => Value,
  ) =>
    STRATEGY_NAMES.flatMap((strategy) =>
      keptBy(of(strategy, pinned), values, valueOf).map((row) => ({ strategy, ...row })),
    );
  return {
    rounds: ROUNDS,
    required: REQUIRED,
    strategies: STRATEGY_NAMES.map((strategy) => {
      const own = of(strategy, pinned);
      return {
        strategy,
        ...keptRow(own),
        keptAfter: keptAfter(own),
        left: meanLeft(own),
        unpinned: keptRow(of(strategy, unpinned)),
      };
    }),
    shares: rowsBy(SHARES, ({ share }) => share),
    framings: rowsBy(FRAMING_NAMES, ({ framing }) => framing),
    positions: rowsBy(POSITIONS, ({ position }) => position),
    families: rowsBy(FAMILIES, ({ family }) => family),
    constraints: keptBy(pinned, CONSTRAINTS, ({ constraint }) => constraint),
  };
}

function of(strategy: string, outcomes: readonly Outcome[]): Outcome[] {
  return outcomes.filter((outcome) => outcome.strategy === strategy);
}

function print({ strategies, ...groups }: ReturnType<typeof figuresOf>): void {
  console.log(`Constraints: per cent kept verbatim after each of ${ROUNDS} compressions`);
  console.table(
    strategies.map(({ keptAfter: after, unpinned, ...row }) => ({
      ...row,
      after: after.join(' '),
      unpinned: unpinned.kept,
    })),
  );
  for (const rows of [groups.shares, groups.framings, groups.positions, groups.families]) {
    console.table(pivot(rows));
  }
  console.table(groups.constraints);
  for (const { strategy, kept } of strategies) {
    if (kept < REQUIRED)
      console.log(`${strategy}: ${kept} % is less than the ${REQUIRED} % that are required.`);
  }
}

/** Returns a row per name with a column per strategy. */
function pivot(
  rows: readonly { readonly strategy: string; readonly name: string; readonly kept: number }[],
): object {
  const lines: Record<string, Record<string, number>> = {};
  // Objects list integer keys first; a trailing blank prevents that.
  for (const { strategy, name, kept } of rows) (lines[`${name} `] ??= {})[strategy] = kept;
  return lines;
}
