import { runJobs } from '../threads/run-jobs.ts';
import { poolTokens, type TokenRow, type TokenScore } from './by-tokens.ts';
import { compare, type EqualSizePlace, type EqualSizeRow } from './equal-size-row.ts';
import type { Pair } from './equal-size.ts';
import { filesOf, jobsFor, tokenJobsFor } from './plan.ts';
import type {
  PairJob,
  RetentionJob,
  RetentionResult,
  ScoreJob,
  TokenJob,
  TuningJob,
} from './retention-jobs.ts';
import type { Score } from './score.ts';
import { summarize, type Place, type RetentionRow } from './summarize.ts';

export interface RetentionFigures {
  readonly rows: readonly RetentionRow[];
  readonly equalSize: readonly EqualSizeRow[];
  /** Rows measured in tokens instead of characters. */
  readonly byTokens: readonly TokenRow[];
  /** Rows of `salience` with weights fitted on one half, if requested. */
  readonly tuning: readonly RetentionRow[];
}

export interface FiguresRequest {
  readonly rows: readonly Place[];
  readonly contests: readonly EqualSizePlace[];
  /** @default none */
  readonly byTokens?: readonly Place[];
  readonly tuning?: TuningJob;
  /** @default 2 */
  readonly threads?: number;
}

/** Measures everything planned on several threads, and pools it. The figures do not depend on the distribution of jobs. */
export async function retentionFigures({
  rows,
  contests,
  byTokens = [],
  tuning,
  threads = 2,
}: FiguresRequest): Promise<RetentionFigures> {
  const jobs: RetentionJob[] = [
    ...(tuning === undefined ? [] : [tuning]),
    ...jobsFor(rows, contests),
    ...tokenJobsFor(byTokens),
  ];
  const worker = new URL('retention-worker.ts', import.meta.url);
  const results = await runJobs<RetentionResult>(worker, jobs, threads);
  const scores = new Map<string, readonly Score[]>();
  const pairs = new Map<string, readonly Pair[]>();
  const tokens = new Map<string, readonly TokenScore[]>();
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
      else if (result.kind === 'tokens') tokens.set(key, result.tokens[index]!);
      else pairs.set(key, result.pairs[index]!);
    }
  }
  return {
    rows: rows.map((place) => summarize(place, foundAt(place, scores))),
    equalSize: contests.map((place) => compare(place, foundAt(place, pairs))),
    byTokens: byTokens.map((place) => poolTokens(place, foundAt(place, tokens))),
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
  place: EqualSizePlace | PairJob | Place | ScoreJob | TokenJob,
  file: PairJob['file'],
  budget: number | null,
): string {
  const who = 'method' in place ? [place.method] : [place.ours, place.theirs, place.room];
  return JSON.stringify([...who, file, place.cut, budget]);
}
