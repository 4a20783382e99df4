import { runJobs } from '../threads/run-jobs.ts';
import { compare, type EqualSizePlace, type EqualSizeRow } from './equal-size-row.ts';
import type { Pair } from './equal-size.ts';
import { filesOf, jobsFor } from './plan.ts';
import type {
  PairJob,
  RetentionJob,
  RetentionResult,
  ScoreJob,
  TuningJob,
} from './retention-jobs.ts';
import type { Score } from './score.ts';
import { summarize, type Place, type RetentionRow } from './summarize.ts';

export interface RetentionFigures {
  readonly rows: readonly RetentionRow[];
  readonly equalSize: readonly EqualSizeRow[];
  /** Rows of `salience` with weights fitted on one half, if requested. */
  readonly tuning: readonly RetentionRow[];
}

export interface FiguresRequest {
  readonly rows: readonly Place[];
  readonly contests: readonly EqualSizePlace[];
  readonly tuning?: TuningJob;
  /** @default 2 */
  readonly threads?: number;
}

/** Measures everything planned on several threads, and pools it. The figures do not depend on the distribution of jobs. */
export async function retentionFigures({
  rows,
  contests,
  tuning,
  threads = 2,
}: FiguresRequest): Promise<RetentionFigures> {
  const jobs: RetentionJob[] = [
    ...(tuning === undefined ? [] : [tuning]),
    ...jobsFor(rows, contests),
  ];
  const worker = new URL('retention-worker.ts', import.meta.url);
  const results = await runJobs<RetentionResult>(worker, jobs, threads);
  const scores = new Map<string, readonly Score[]>();
  const pairs = new Map<string, readonly Pair[]>();
  const tuned: RetentionRow[] = [];
  for (const [at, result] of results.entries()) {
    const job = jobs[at]!;
    if (job.kind === 'tuning' || result.kind === 'tuning') {
      if (result.kind === 'tuning') for (const row of result.rows) tuned.push(row);
      continue;
    }
    for (const [index, budget] of job.budgets.entries()) {
      const key = keyOf(job, job.file, budget);
      if (result.kind === 'score') scores.set(key, result.scores[index]!);
      else pairs.set(key, result.pairs[index]!);
    }
  }
  return {
    rows: rows.map((place) => summarize(place, foundAt(place, scores))),
    equalSize: contests.map((place) => compare(place, foundAt(place, pairs))),
    tuning: tuned,
  };
}

/** Returns everything found in the files of a place. */
function foundAt<Found>(
  place: EqualSizePlace | Place,
  found: ReadonlyMap<string, readonly Found[]>,
): Found[] {
  return filesOf(place.family).flatMap((file) => found.get(keyOf(place, file, place.budget)) ?? []);
}

/** Returns the key of a method, or a pair of methods, for one file and budget. */
function keyOf(
  place: EqualSizePlace | PairJob | Place | ScoreJob,
  file: PairJob['file'],
  budget: number | null,
): string {
  const who = 'method' in place ? [place.method] : [place.ours, place.theirs, place.room];
  return JSON.stringify([...who, file, place.cut, budget]);
}
