import { findMethod, METHOD_NAMES } from '../retention/methods.ts';
import { budgetsFor } from '../retention/places.ts';
import { share, sum, type Tally } from '../retention/pooling.ts';
import { shareOf } from '../retention/retention-jobs.ts';
import { runJobs } from '../threads/run-jobs.ts';
import { ask, QUESTION_COUNTS, type MeetingScore, type QuestionCount } from './ask.ts';
import { readHeldOutMeetings, type Meeting } from './meetings.ts';

/** A method at one target. */
interface QuestionJob {
  readonly method: string;
  readonly budget: number | null;
}

/** What a method at one target can still answer. Shares are per cent, pooled over all questions or all words. */
export interface QuestionRow extends QuestionJob, Readonly<Record<QuestionCount, number | null>> {
  readonly conversations: number;
  readonly questions: number;
  readonly kept: number | null;
}

const JOBS: readonly QuestionJob[] = METHOD_NAMES.flatMap((method) =>
  budgetsFor(method).map((budget) => ({ method, budget })),
);

let read: readonly Meeting[] | undefined;

/**
 * Compresses meetings and searches the results.
 *
 * @public because a thread calls it by name
 * @param meetings @default those of the corpus that are held out
 */
export async function questionRow(
  { method, budget }: QuestionJob,
  meetings: readonly Meeting[] = (read ??= readHeldOutMeetings()),
): Promise<QuestionRow> {
  const scores: MeetingScore[] = [];
  for (const meeting of meetings) {
    const outcome = await findMethod(method).compress(meeting.messages, shareOf(budget));
    scores.push(ask(meeting, outcome.messages));
  }
  const of = (name: QuestionCount): Tally => sum(scores.map(({ counts }) => counts[name]));
  const shares = QUESTION_COUNTS.map((name) => [name, share(of(name))] as const);
  return {
    method,
    budget,
    conversations: scores.length,
    questions: of('hit5').asked,
    kept: share(sum(scores.map(({ tokens }) => tokens))),
    ...(Object.fromEntries(shares) as Record<QuestionCount, number | null>),
  };
}

/** Measures how many questions about long meetings can still be answered after each method. */
export async function questionsReport(): Promise<object> {
  const measured = await runJobs<QuestionRow>(
    { module: import.meta.url, name: questionRow.name },
    JOBS,
  );
  // Meetings have no tool calls: a method that only handles results changes nothing, so its row is omitted.
  const rows = measured.filter(({ method, kept }) => kept !== 100 || method === 'everything');
  return { figures: { rows } };
}
