import { runJobs } from '../threads/run-jobs.ts';
import { STRATEGY_NAMES } from '../strategies.ts';
import { runConstraintsJob, type ConstraintsJob } from './constraints-jobs.ts';
import { FAMILIES, sampledCases } from './plan.ts';

/** Per cent of sessions that kept their constraint. */
export interface ConstraintsRow {
  readonly strategy: string;
  readonly sessions: number;
  /** After every compression. */
  readonly kept: number;
  /** After the first. */
  readonly keptOnce: number;
}

/** Measures how often a user constraint survives ten compressions of a session. */
export async function constraintsReport(): Promise<object> {
  const cases = sampledCases();
  const jobs: ConstraintsJob[] = FAMILIES.flatMap((family) => {
    const own = cases.filter((one) => one.family === family);
    return STRATEGY_NAMES.map((strategy) => ({ strategy, cases: own, family }));
  });
  const module = new URL('constraints-jobs.ts', import.meta.url).href;
  const source = { module, name: runConstraintsJob.name };
  const results = await runJobs<(readonly boolean[])[]>(source, jobs);
  const strategies = STRATEGY_NAMES.map((strategy): ConstraintsRow => {
    const own = results.filter((_, at) => jobs[at]!.strategy === strategy).flat();
    return {
      strategy,
      sessions: own.length,
      kept: percent(own, (kept) => kept.every(Boolean)),
      keptOnce: percent(own, ([isKept]) => isKept === true),
    };
  });
  return { figures: { strategies } };
}

function percent(
  results: readonly (readonly boolean[])[],
  isTrue: (kept: readonly boolean[]) => boolean,
): number {
  return Math.round((1_000 * results.filter(isTrue).length) / results.length) / 10;
}
