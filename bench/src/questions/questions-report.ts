import { hasCorpus } from '../corpus.ts';
import type { RetentionMethod } from '../retention/method.ts';
import { findMethod, METHOD_NAMES } from '../retention/methods.ts';
import { FEW_BUDGETS } from '../retention/places.ts';
import { budgetsFor } from '../retention/retention-run.ts';
import { runJobs } from '../threads/run-jobs.ts';
import type { MeetingResult, QuestionJob } from './question-jobs.ts';
import { guestRows, hostRow } from './question-rows.ts';

/** Measures how many questions about long meetings can still be answered after each method. `undefined` without the corpus. */
export async function questionsReport(): Promise<object | undefined> {
  if (!hasCorpus) {
    console.log('questions: the corpus is not beside this checkout, so nothing was measured.');
    return undefined;
  }
  const methods = METHOD_NAMES.map(findMethod).filter((method) => method !== undefined);
  const jobs = methods.flatMap(jobsOf);
  const results = await runQuestionJobs(jobs);
  // Meetings have no tool calls: a method that only handles results changes nothing, so its row is omitted.
  const rows = jobs
    .map((job, at) => hostRow(job, results[at]!))
    .filter(({ method, kept }) => kept !== 100 || method === 'everything');
  const equalSize = jobs.flatMap((job, at) => guestRows(job, results[at]!));
  console.table(rows.map(({ spread: _spread, ...row }) => row));
  console.table(equalSize.map(({ won, ...row }) => ({ ...row, won: won.keptWords.join(' ') })));
  return { figures: { rows, equalSize } };
}

function runQuestionJobs(jobs: readonly QuestionJob[]): Promise<MeetingResult[][]> {
  return runJobs<MeetingResult[]>(new URL('question-worker.ts', import.meta.url), jobs, 2);
}

function jobsOf(method: RetentionMethod): QuestionJob[] {
  const guests = guestsOf(method.name);
  return budgetsFor(method, FEW_BUDGETS).map((budget) => ({ host: method.name, budget, guests }));
}

/**
 * Returns the guests of a host. `salience` is compared with all others, `extractive` with the similar `head and tail`, at the size of either.
 */
function guestsOf(host: string): QuestionJob['guests'] {
  const salience = { name: 'salience', side: 'ours' } as const;
  if (host === 'salience') return [];
  if (host === 'head and tail') return [salience, { name: 'extractive', side: 'ours' }];
  if (host === 'extractive') return [salience, { name: 'head and tail', side: 'theirs' }];
  return [salience];
}
