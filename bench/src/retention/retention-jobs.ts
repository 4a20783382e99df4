import { runJobs } from '../threads/run-jobs.ts';
import { isHeldOut } from '../held-out.ts';
import { FAMILIES, readHistories, type CorpusFile, type FamilyName } from './families.ts';
import { inRoomOf } from './method.ts';
import { findMethod, METHOD_NAMES } from './methods.ts';
import { allContests, allPlaces, OURS, SHOWN_BUDGET, type Place } from './places.ts';
import { score, type Score } from './score.ts';
import {
  compare,
  summarize,
  type EqualSizeRow,
  type Pair,
  type RetentionRow,
} from './summarize.ts';

/** All measurements of one method on one file of the corpus. */
interface RetentionJob {
  readonly file: CorpusFile;
  readonly method: string;
  readonly budgets: readonly (number | null)[];
  /** Whether ours runs at the size that the method reaches at the shown budget. */
  readonly isContest: boolean;
}

interface RetentionResult {
  /** By budget. */
  readonly scores: ReadonlyMap<number | null, readonly Score[]>;
  readonly pairs: readonly Pair[];
}

/** Measures every row and comparison on two threads. The figures do not depend on the distribution of jobs. */
export async function measureRetention(): Promise<{
  readonly rows: readonly RetentionRow[];
  readonly equalSize: readonly EqualSizeRow[];
}> {
  const [places, contests] = [allPlaces(), allContests()];
  const files = [...new Set(Object.values(FAMILIES).flat())];
  const jobs = files.flatMap((file) => {
    const isOf = ({ family }: Pick<Place, 'family'>): boolean =>
      FAMILIES[family].some((one) => one === file);
    return METHOD_NAMES.map((method): RetentionJob => {
      const own = places.filter((one) => one.method === method && isOf(one));
      const budgets = [...new Set(own.map(({ budget }) => budget))];
      const isContest = contests.some((one) => one.theirs === method && isOf(one));
      return { file, method, budgets, isContest };
    });
  });
  const source = { module: import.meta.url, name: runRetentionJob.name };
  const results = await runJobs<RetentionResult>(source, jobs);
  const found = new Map(jobs.map(({ file, method }, at) => [`${file} ${method}`, results[at]!]));
  const resultsOf = (family: FamilyName, method: string): RetentionResult[] =>
    FAMILIES[family].map((file) => found.get(`${file} ${method}`)!);
  return {
    rows: places.map((place) => {
      const own = resultsOf(place.family, place.method);
      return summarize(
        place,
        own.flatMap(({ scores }) => scores.get(place.budget) ?? []),
      );
    }),
    equalSize: contests.map((place) => {
      const own = resultsOf(place.family, place.theirs);
      return compare(
        place,
        own.flatMap(({ pairs }) => pairs),
      );
    }),
  };
}

/** Returns the share to pass to a method; one without a target ignores it. */
export function shareOf(budget: number | null): number {
  return budget === null ? 1 : budget / 100;
}

/**
 * Runs one job. Jobs are independent of each other.
 *
 * @public because a thread calls it by name
 */
export async function runRetentionJob(job: RetentionJob): Promise<RetentionResult> {
  const { file, method, budgets, isContest } = job;
  const histories = readHistories(file, ({ id }) => isHeldOut(id));
  const scores = new Map<number | null, Score[]>();
  const pairs: Pair[] = [];
  for (const budget of budgets) {
    const own: Score[] = [];
    scores.set(budget, own);
    for (const history of histories) {
      const { messages } = history;
      const outcome = await findMethod(method).compress(messages, shareOf(budget));
      const theirs = score(history, outcome);
      own.push(theirs);
      if (!isContest || budget !== SHOWN_BUDGET) continue;
      const left = await inRoomOf(outcome.messages, messages, findMethod(OURS));
      if (left !== undefined) pairs.push({ ours: score(history, left), theirs });
    }
  }
  return { scores, pairs };
}
