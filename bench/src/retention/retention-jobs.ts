import { COMPACTED, type Contest } from './contests.ts';
import { atEqualSize, type Pair } from './equal-size.ts';
import type { CorpusFile } from './families.ts';
import { methodNamed } from './method-named.ts';
import { readSummarizedHistories, type SummarizedHistory } from './model-summaries.ts';
import type { Cut } from './places.ts';
import { historiesOf, scoreAll, shareOf } from './retention-run.ts';
import type { Score } from './score.ts';
import type { RetentionRow } from './summarize.ts';
import { measureTuning } from './tuning.ts';

/** The histories that a job reads, and its budgets. */
interface HistoriesJob<File> {
  readonly file: File;
  readonly cut: Cut;
  readonly budgets: readonly (number | null)[];
}

/** A job that scores one method. */
export interface ScoreJob extends HistoriesJob<CorpusFile> {
  readonly kind: 'score';
  readonly method: string;
}

/** A job that scores two methods at equal size. */
export interface PairJob
  extends HistoriesJob<CorpusFile | typeof COMPACTED>, Pick<Contest, 'ours' | 'room' | 'theirs'> {
  readonly kind: 'pair';
}

/** A job that scores weights fitted on one half, on the other half. */
export interface TuningJob {
  readonly kind: 'tuning';
  readonly cut: Cut;
}

export type RetentionJob = PairJob | ScoreJob | TuningJob;

/** Results per budget, in order. */
export type RetentionResult =
  | { readonly kind: 'pair'; readonly pairs: readonly (readonly Pair[])[] }
  | { readonly kind: 'score'; readonly scores: readonly (readonly Score[])[] }
  | { readonly kind: 'tuning'; readonly rows: readonly RetentionRow[] };

/** Runs one job. Jobs are independent of each other. */
export async function runRetentionJob(job: RetentionJob): Promise<RetentionResult> {
  if (job.kind === 'tuning') return { kind: 'tuning', rows: await measureTuning(job.cut) };
  if (job.kind === 'pair') {
    const pairs: Pair[][] = [];
    for (const budget of job.budgets) pairs.push(await pairAll(job, budget));
    return { kind: 'pair', pairs };
  }
  const histories = historiesOf(job.file, job.cut);
  const method = methodNamed(job.method);
  const scores: Score[][] = [];
  for (const budget of job.budgets) scores.push(await scoreAll(histories, method, budget));
  return { kind: 'score', scores };
}

async function pairAll(job: PairJob, budget: number | null): Promise<Pair[]> {
  const guest = methodNamed(job.room === 'theirs' ? job.ours : job.theirs);
  const pairs: Pair[] = [];
  for await (const { history, outcome } of hostOutcomes(job, budget)) {
    const pair = await atEqualSize(history, outcome, guest);
    if (pair === undefined) continue;
    const isSwapped = job.room === 'ours';
    pairs.push(isSwapped ? { ...pair, ours: pair.theirs, theirs: pair.ours } : pair);
  }
  return pairs;
}

/** Yields every history with the result of the method that determines the size. */
async function* hostOutcomes(
  { ours, theirs, room, file, cut }: PairJob,
  budget: number | null,
): AsyncGenerator<SummarizedHistory> {
  if (file === COMPACTED) {
    yield* readSummarizedHistories(cut / 100);
    return;
  }
  const host = methodNamed(room === 'theirs' ? theirs : ours);
  for (const history of historiesOf(file, cut)) {
    yield { history, outcome: await host.compress(history.messages, shareOf(budget)) };
  }
}
