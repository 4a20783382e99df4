import { runJobs } from '../threads/run-jobs.ts';
import type { ChatMessage } from './chat-message.ts';
import { isHeldOut } from '../held-out.ts';
import { FAMILIES, FAMILY_NAMES, readHistories, type CorpusFile } from './families.ts';
import type { Outcome, RetentionMethod } from './method.ts';
import { findMethod, METHOD_NAMES } from './methods.ts';
import { allContests, allPlaces, SHOWN_BUDGET, type EqualSizePlace, type Place } from './places.ts';
import { requestTokens } from './request-tokens.ts';
import { score, type Score } from './score.ts';
import {
  compare,
  summarize,
  type EqualSizeRow,
  type Pair,
  type RetentionRow,
} from './summarize.ts';

/** All measurements of one method on one file of the corpus, and of others at the size that it reaches. */
interface RetentionJob {
  readonly file: CorpusFile;
  readonly method: string;
  readonly budgets: readonly (number | null)[];
  /** Methods that run at the size that this one reaches at the shown budget, or without one. */
  readonly guests: readonly string[];
}

interface RetentionResult {
  /** By budget. */
  readonly scores: ReadonlyMap<number | null, readonly Score[]>;
  /** By guest. */
  readonly pairs: ReadonlyMap<string, readonly Pair[]>;
}

/** Measures every row and comparison on two threads. The figures do not depend on the distribution of jobs. */
export async function measureRetention(): Promise<{
  readonly rows: readonly RetentionRow[];
  readonly equalSize: readonly EqualSizeRow[];
}> {
  const [places, contests] = [allPlaces(), allContests()];
  const jobs = jobsFor(places, contests);
  const worker = new URL('retention-worker.ts', import.meta.url);
  const results = await runJobs<RetentionResult>(worker, jobs, 2);
  const found = new Map(jobs.map(({ file, method }, at) => [`${file} ${method}`, results[at]!]));
  const resultsOf = (family: Place['family'], method: string): RetentionResult[] =>
    FAMILIES[family].map((file) => found.get(`${file} ${method}`)!);
  return {
    rows: places.map((place) => {
      const own = resultsOf(place.family, place.method);
      return summarize(
        place,
        own.flatMap(({ scores }) => scores.get(place.budget) ?? []),
      );
    }),
    equalSize: contests.map((place) => {
      const own = resultsOf(place.family, place.theirs);
      return compare(
        place,
        own.flatMap(({ pairs }) => pairs.get(place.ours) ?? []),
      );
    }),
  };
}

/** Returns the jobs: each method once for each file, whatever its families. */
function jobsFor(places: readonly Place[], contests: readonly EqualSizePlace[]): RetentionJob[] {
  const files = [...new Set(Object.values(FAMILIES).flat())];
  return files.flatMap((file) => {
    const families = new Set(
      FAMILY_NAMES.filter((name) => FAMILIES[name].some((one) => one === file)),
    );
    return METHOD_NAMES.map((method) => {
      const own = places.filter((one) => one.method === method && families.has(one.family));
      const asked = contests.filter(
        ({ theirs, family }) => theirs === method && families.has(family),
      );
      return {
        file,
        method,
        budgets: [...new Set(own.map(({ budget }) => budget))],
        guests: [...new Set(asked.map(({ ours }) => ours))],
      };
    });
  });
}

/** Returns the share to pass to a method; one without a target ignores it. */
export function shareOf(budget: number | null): number {
  return budget === null ? 1 : budget / 100;
}

/** Runs one job. Jobs are independent of each other. */
export async function runRetentionJob(job: RetentionJob): Promise<RetentionResult> {
  const { file, method, budgets, guests } = job;
  const histories = readHistories(file, ({ id }) => isHeldOut(id));
  const scores = new Map<number | null, Score[]>();
  const pairs = new Map<string, Pair[]>(guests.map((guest) => [guest, []]));
  for (const budget of budgets) {
    const own: Score[] = [];
    scores.set(budget, own);
    for (const history of histories) {
      const outcome = await findMethod(method).compress(history.messages, shareOf(budget));
      const theirs = score(history, outcome);
      own.push(theirs);
      if (budget !== null && budget !== SHOWN_BUDGET) continue;
      for (const [guest, all] of pairs) {
        const left = await inRoomOf(outcome, history.messages, findMethod(guest));
        if (left !== undefined) all.push({ ours: score(history, left), theirs });
      }
    }
  }
  return { scores, pairs };
}

/**
 * Runs a method with an outcome's size as its target: many methods miss their target, so only this is a fair comparison. `undefined` if the
 * outcome kept everything or nothing.
 */
export async function inRoomOf(
  outcome: Outcome,
  messages: readonly ChatMessage[],
  method: RetentionMethod,
): Promise<Outcome | undefined> {
  const whole = requestTokens(messages);
  const size = requestTokens(outcome.messages);
  if (size >= whole || size === 0) return undefined;
  // Half a token more, so that rounding down gives exactly this size.
  return method.compress(messages, (size + 0.5) / whole);
}
