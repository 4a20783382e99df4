import { runJobs } from '../threads/run-jobs.ts';
import { runConstraintsJob, STRATEGY_NAMES, type ConstraintsJob } from './constraints-jobs.ts';
import { FAMILIES, sampledCases, SHARES, type Case } from './plan.ts';
import { ROUNDS, type SessionResult } from './run-session.ts';

/** Per cent of sessions in which a constraint must survive, for every strategy. */
const REQUIRED = 99.5;

/** One of this many cases is also measured without pinning, for comparison. */
const CASES_PER_UNPINNED = 3;

/** A session with the result of its constraint. */
interface Outcome extends Case, SessionResult {
  readonly strategy: string;
}

/** Measures how often a user constraint survives ten compressions of a session. */
export async function constraintsReport(): Promise<object> {
  const cases = sampledCases();
  const pinned = await runCases(cases, true);
  const some = cases.filter((_, at) => at % CASES_PER_UNPINNED === 0);
  const unpinned = await runCases(some, false);
  const strategies = STRATEGY_NAMES.map((strategy) => {
    const own = of(strategy, pinned);
    const keptAfter = Array.from({ length: ROUNDS }, (_, round) =>
      percent(own, ({ kept }) => kept[round] === true),
    );
    const left = own.flatMap((outcome) => outcome.left);
    const mean = left.reduce((sum, one) => sum + one, 0) / left.length;
    const row = { strategy, ...keptRow(own), keptAfter, left: rounded(100 * mean) };
    return { ...row, unpinned: keptRow(of(strategy, unpinned)) };
  });
  const shares = STRATEGY_NAMES.flatMap((strategy) =>
    SHARES.map((share) => {
      const own = of(strategy, pinned).filter((outcome) => outcome.share === share);
      return { strategy, name: String(share), ...keptRow(own) };
    }),
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
  const module = new URL('constraints-jobs.ts', import.meta.url).href;
  const results = await runJobs<SessionResult[]>({ module, name: runConstraintsJob.name }, jobs);
  return jobs.flatMap(({ strategy, cases: own }, job) =>
    own.map((one, at) => ({ strategy, ...one, ...results[job]![at]! })),
  );
}

/** Returns the per cent of sessions that kept their constraint: after every compression, and after the first. */
function keptRow(outcomes: readonly Outcome[]): {
  readonly sessions: number;
  readonly kept: number;
  readonly keptOnce: number;
} {
  return {
    sessions: outcomes.length,
    kept: percent(outcomes, ({ kept }) => kept.every(Boolean)),
    keptOnce: percent(outcomes, ({ kept }) => kept[0] === true),
  };
}

function percent(outcomes: readonly Outcome[], isTrue: (outcome: Outcome) => boolean): number {
  return rounded((100 * outcomes.filter(isTrue).length) / outcomes.length);
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
