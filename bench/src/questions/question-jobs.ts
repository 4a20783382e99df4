import { tokenMethod, tokensOf } from '../retention/by-tokens.ts';
import { inRoomOf } from '../retention/equal-size.ts';
import { methodNamed } from '../retention/method-named.ts';
import type { Tally } from '../retention/pooling.ts';
import { shareOf } from '../retention/retention-run.ts';
import { ask, type MeetingScore } from './ask.ts';
import { readMeetings, type Meeting } from './meetings.ts';

/** A method that is given the room another took. */
interface Guest {
  readonly name: string;
  /** Whether it is held against the host, or the host against it. */
  readonly side: 'ours' | 'theirs';
}

/** A method at one size, and others in the room it took. */
export interface QuestionJob {
  readonly host: string;
  readonly budget: number | null;
  readonly guests: readonly Guest[];
  /** What the budget is counted in. @default characters */
  readonly counted?: 'tokens';
}

/** Of every meeting what the host left, and what its guests; no guests where the host took all of the room or none. */
export interface MeetingResult {
  readonly host: MeetingScore;
  readonly isShort: boolean;
  readonly guests: readonly MeetingScore[];
  /** What the host left of them, where they are counted. */
  readonly tokens?: Tally;
}

let read: readonly Meeting[] | undefined;

/**
 * Compresses meetings and asks what was left.
 *
 * @param meetings by default every one of the corpus
 */
export async function runQuestionJob(
  { host, budget, guests, counted }: QuestionJob,
  meetings?: readonly Meeting[],
): Promise<MeetingResult[]> {
  const results: MeetingResult[] = [];
  const methods = guests.map(({ name }) => methodNamed(name));
  const hostMethod = counted === 'tokens' ? tokenMethod(host) : methodNamed(host);
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
      ...(counted === 'tokens' && {
        tokens: { survived: outcome.size, asked: tokensOf(meeting.messages) },
      }),
    });
  }
  return results;
}
