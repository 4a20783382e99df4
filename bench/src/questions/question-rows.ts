import { quartiles, share, sum, type Quartiles, type Tally } from '../retention/pooling.ts';
import { QUESTION_COUNTS, type MeetingScore, type QuestionCount } from './ask.ts';
import type { MeetingResult, QuestionJob } from './question-jobs.ts';

type Shares<Share> = Readonly<Record<QuestionCount, Share>>;

/** What a method at one target can still answer. Shares are per cent, pooled over all questions or all words. */
export interface QuestionRow extends Shares<number | null> {
  readonly method: string;
  readonly budget: number | null;
  readonly conversations: number;
  readonly questions: number;
  readonly kept: number | null;
  readonly spread: Readonly<Record<QuestionCount | 'kept', Quartiles | null>>;
  /** Number of conversations whose result reports a shortfall. */
  readonly short: number;
}

type Both = readonly [ours: number | null, theirs: number | null];

type Outcomes = readonly [more: number, less: number, equal: number];

/** Shares that two methods keep at equal size. */
interface Compared extends Shares<Both> {
  readonly kept: Both;
  /** Number of conversations in which ours kept more, less and equally much. */
  readonly won: Shares<Outcomes>;
}

export interface QuestionContest extends Compared {
  readonly ours: string;
  readonly theirs: string;
  /** Which of the two determined the size. */
  readonly room: 'ours' | 'theirs';
  /** Budget of the method that determined the size. */
  readonly budget: number | null;
  readonly conversations: number;
  /** Number of conversations in which the other method came out larger. */
  readonly short: number;
}

/** Returns the row of a job's host. */
export function hostRow(
  { host, budget }: QuestionJob,
  results: readonly MeetingResult[],
): QuestionRow {
  const scores = results.map((result) => result.host);
  const sizes = scores.map(({ tokens }) => tokens);
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

/** Returns the rows of a job's guests, over the conversations that have them. */
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
  return one.tokens.survived > other.tokens.survived;
}

function compared(ours: readonly MeetingScore[], theirs: readonly MeetingScore[]): Compared {
  const both = (talliesOf: (scores: readonly MeetingScore[]) => Tally[]): Both => [
    share(sum(talliesOf(ours))),
    share(sum(talliesOf(theirs))),
  ];
  return {
    kept: both((scores) => scores.map(({ tokens }) => tokens)),
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
