import { quartiles, share, sum, type Quartiles, type Tally } from '../retention/pooling.ts';
import { QUESTION_COUNTS, type MeetingScore, type QuestionCount } from './ask.ts';
import type { MeetingResult, QuestionJob } from './question-jobs.ts';

type Shares<Share> = Readonly<Record<QuestionCount, Share>>;

/** What a method at one size can still answer. Shares are per cent, pooled over all questions or all words asked for. */
export interface QuestionRow extends Shares<number | null> {
  readonly method: string;
  readonly budget: number | null;
  readonly conversations: number;
  readonly questions: number;
  readonly kept: number | null;
  readonly spread: Readonly<Record<QuestionCount | 'kept', Quartiles | null>>;
  /** Conversations that say themselves that they missed the budget. */
  readonly short: number;
}

type Both = readonly [ours: number | null, theirs: number | null];

type Outcomes = readonly [more: number, less: number, equal: number];

/** What two methods left in the same room. */
interface Compared extends Shares<Both> {
  readonly kept: Both;
  /** Conversations in which ours left more, less and just as much. */
  readonly won: Shares<Outcomes>;
}

export interface QuestionContest extends Compared {
  readonly ours: string;
  readonly theirs: string;
  /** Which of the two set the room. */
  readonly room: 'ours' | 'theirs';
  /** Of the method that set it. */
  readonly budget: number | null;
  readonly conversations: number;
  /** Conversations in which the method that was given the room came out larger. */
  readonly short: number;
}

/** The row of a job's host. */
export function hostRow(
  { host, budget }: QuestionJob,
  results: readonly MeetingResult[],
): QuestionRow {
  const scores = results.map((result) => result.host);
  // What a budget is counted in is what is left of it.
  const sizes = results.map((result) => result.tokens ?? result.host.characters);
  return {
    method: host,
    budget,
    conversations: scores.length,
    questions: sum(of(scores, 'hit5')).asked,
    kept: share(sum(sizes)),
    ...eachCount((name) => share(sum(of(scores, name)))),
    spread: {
      ...eachCount((name) => quartiles(of(scores, name))),
      kept: quartiles(sizes),
    },
    short: results.filter(({ isShort }) => isShort).length,
  };
}

/** The rows of its guests, over the conversations in which there was room to share. */
export function guestRows(
  { host, budget, guests }: QuestionJob,
  results: readonly MeetingResult[],
): QuestionContest[] {
  const shared = results.filter((result) => result.guests.length > 0);
  if (shared.length === 0) return [];
  const hosts = shared.map((result) => result.host);
  return guests.map(({ name, side }, at) => {
    const own = shared.map((result) => result.guests[at]!);
    const isOurs = side === 'ours';
    const short = own.filter((one, place) => isLarger(one, hosts[place]!)).length;
    return {
      ours: isOurs ? name : host,
      theirs: isOurs ? host : name,
      room: isOurs ? 'theirs' : 'ours',
      budget,
      conversations: shared.length,
      short,
      ...(isOurs ? compared(own, hosts) : compared(hosts, own)),
    };
  });
}

function isLarger(one: MeetingScore, other: MeetingScore): boolean {
  return one.characters.survived > other.characters.survived;
}

function compared(ours: readonly MeetingScore[], theirs: readonly MeetingScore[]): Compared {
  const both = (talliesOf: (scores: readonly MeetingScore[]) => Tally[]): Both => [
    share(sum(talliesOf(ours))),
    share(sum(talliesOf(theirs))),
  ];
  return {
    kept: both((scores) => scores.map(({ characters }) => characters)),
    ...eachCount((count) => both((scores) => of(scores, count))),
    won: eachCount((count) => won(of(ours, count), of(theirs, count))),
  };
}

function won(ours: readonly Tally[], theirs: readonly Tally[]): Outcomes {
  const differences = ours.map(({ survived }, at) => survived - theirs[at]!.survived);
  const more = differences.filter((difference) => difference > 0).length;
  const less = differences.filter((difference) => difference < 0).length;
  return [more, less, differences.length - more - less];
}

function of(scores: readonly MeetingScore[], name: QuestionCount): Tally[] {
  return scores.map(({ counts }) => counts[name]);
}

function eachCount<Value>(valueOf: (name: QuestionCount) => Value): Record<QuestionCount, Value> {
  return Object.fromEntries(QUESTION_COUNTS.map((name) => [name, valueOf(name)])) as Record<
    QuestionCount,
    Value
  >;
}
