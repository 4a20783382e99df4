import { runJobs } from '../threads/run-jobs.ts';
import { QUESTION_JOBS, type QuestionRow } from './question-rows.ts';

/** Measures how many questions about long meetings can still be answered after each method. */
export async function questionsReport(): Promise<object> {
  const worker = new URL('question-worker.ts', import.meta.url);
  const measured = await runJobs<QuestionRow>(worker, QUESTION_JOBS, 2);
  // Meetings have no tool calls: a method that only handles results changes nothing, so its row is omitted.
  const rows = measured.filter(({ method, kept }) => kept !== 100 || method === 'everything');
  console.table(rows);
  return { figures: { rows } };
}
