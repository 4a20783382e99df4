import { inRoomOf } from '../retention/equal-size.ts';
import { methodNamed } from '../retention/method-named.ts';
import { shareOf } from '../retention/retention-run.ts';
import { ask, type MeetingScore } from './ask.ts';
import { readMeetings, type Meeting } from './meetings.ts';

/** A method that runs at the size that another reached. */
interface Guest {
  readonly name: string;
  /** Whether it is compared with the host, or the host with it. */
  readonly side: 'ours' | 'theirs';
}

/** A method at one target, and others at the size it reached. */
export interface QuestionJob {
  readonly host: string;
  readonly budget: number | null;
  readonly guests: readonly Guest[];
}

/** Scores of one meeting for the host and its guests; no guests if the host kept everything or nothing. */
export interface MeetingResult {
  readonly host: MeetingScore;
  readonly isShort: boolean;
  readonly guests: readonly MeetingScore[];
}

let read: readonly Meeting[] | undefined;

/**
 * Compresses meetings and searches the results.
 *
 * @param meetings @default all of the corpus
 */
export async function runQuestionJob(
  { host, budget, guests }: QuestionJob,
  meetings?: readonly Meeting[],
): Promise<MeetingResult[]> {
  const results: MeetingResult[] = [];
  const methods = guests.map(({ name }) => methodNamed(name));
  const hostMethod = methodNamed(host);
  for (const meeting of meetings ?? (read ??= readMeetings())) {
    const outcome = await hostMethod.compress(meeting.messages, shareOf(budget));
    const scores: MeetingScore[] = [];
    for (const method of methods) {
      const left = await inRoomOf(outcome, meeting.messages, method);
      if (left !== undefined) scores.push(ask(meeting, left.messages));
    }
    results.push({
      host: ask(meeting, outcome.messages),
      isShort: budget !== null && outcome.shortfall !== undefined,
      guests: scores,
    });
  }
  return results;
}
