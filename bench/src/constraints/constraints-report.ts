import { runJobs } from '../threads/run-jobs.ts';
import { keptAfter, keptByShare, keptRow, meanLeft, type Outcome } from './constraint-rows.ts';
import type { ConstraintsJob } from './constraints-jobs.ts';
import { FAMILIES, sampledCases, type Case } from './plan.ts';
import { ROUNDS, type SessionResult } from './run-session.ts';
import { STRATEGY_NAMES } from './strategies.ts';

/** Per cent of sessions in which a constraint must survive, for every strategy. */
const REQUIRED = 99.5;

/** One of this many cases is also measured without pinning, for comparison. */
const CASES_PER_UNPINNED = 3;

/** Measures how often a user constraint survives ten compressions of a session. */
export async function constraintsReport(): Promise<object> {
  const cases = sampledCases();
  const pinned = await runCases(cases, true);
  const some = cases.filter((_, at) => at % CASES_PER_UNPINNED === 0);
  const unpinned = await runCases(some, false);
  const strategies = STRATEGY_NAMES.map((strategy) => {
    const own = of(strategy, pinned);
    const row = { strategy, ...keptRow(own), keptAfter: keptAfter(own), left: meanLeft(own) };
    return { ...row, unpinned: keptRow(of(strategy, unpinned)) };
  });
  const shares = STRATEGY_NAMES.flatMap((strategy) =>
    keptByShare(of(strategy, pinned)).map((row) => ({ strategy, ...row })),
  );
  console.log(`Constraints: per cent kept verbatim after each of ${ROUNDS} compressions`);
  console.table(
    strategies.map(({ keptAfter: after, unpinned: without, ...row }) => {
      return { ...row, after: after.join(' '), unpinned: without.kept };
    }),
  );
  console.table(shares);
  for (const { strategy, kept } of strategies) {
    if (kept < REQUIRED)
      console.log(`${strategy}: ${kept} % is less than the ${REQUIRED} % that are required.`);
  }
  return { figures: { rounds: ROUNDS, required: REQUIRED, strategies, shares } };
}

function of(strategy: string, outcomes: readonly Outcome[]): Outcome[] {
  return outcomes.filter((outcome) => outcome.strategy === strategy);
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
