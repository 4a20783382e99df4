import { readHistories, FAMILIES, type CorpusFile, type FamilyName } from './families.ts';
import { runJobs } from '../threads/run-jobs.ts';
import { findMethod, METHOD_NAMES } from './methods.ts';
import type { Outcome, RetentionMethod } from './method.ts';
import { CUTS, FEW_BUDGETS, MAIN_CUT, MAIN_FAMILIES, placesAt, PROSE_FAMILIES } from './places.ts';
import type { Cut } from './places.ts';
import { requestTokens } from './request-tokens.ts';
import type { ChatMessage } from './chat-message.ts';
import { score, type Score } from './score.ts';
import { compare, summarize } from './summarize.ts';
import type { EqualSizePlace, EqualSizeRow, Pair, Place, RetentionRow } from './summarize.ts';

/** All measurements of one method on one file of the corpus, and of others at the size that it reaches. */
export interface RetentionJob {
  readonly file: CorpusFile;
  readonly cut: Cut;
  readonly method: string;
  readonly budgets: readonly {
    readonly budget: number | null;
    /** Methods that run at the size of this one. */
    readonly guests: readonly string[];
  }[];
}

/** By budget and, for pairs, guest. */
interface RetentionResult {
  readonly scores: ReadonlyMap<string, readonly Score[]>;
  readonly pairs: ReadonlyMap<string, readonly Pair[]>;
}

/** Measures every row and comparison on two threads. The figures do not depend on the distribution of jobs. */
export async function measureRetention(): Promise<{
  readonly rows: readonly RetentionRow[];
  readonly equalSize: readonly EqualSizeRow[];
}> {
  const rows = plannedRows();
  const contests = plannedContests();
  const jobs = jobsFor(rows, contests);
  const worker = new URL('retention-worker.ts', import.meta.url);
  const results = await runJobs<RetentionResult>(worker, jobs, 2);
  const found = new Map(jobs.map((job, at) => [keyOf(job.file, job), results[at]!]));
  const resultsOf = (family: FamilyName, cut: Cut, method: string): RetentionResult[] =>
    FAMILIES[family].flatMap((file) => found.get(keyOf(file, { cut, method })) ?? []);
  return {
    rows: rows.map((place) => {
      const own = resultsOf(place.family, place.cut, place.method);
      return summarize(
        place,
        own.flatMap(({ scores }) => scores.get(String(place.budget)) ?? []),
      );
    }),
    equalSize: contests.map((place) => {
      const own = resultsOf(place.family, place.cut, place.theirs);
      return compare(
        place,
        own.flatMap(({ pairs }) => pairs.get(`${place.budget} ${place.ours}`) ?? []),
      );
    }),
  };
}

/** Returns the budgets for a method: a single `null` if it takes no target. */
export function budgetsFor(
  { sized = true }: RetentionMethod,
  budgets: readonly number[],
): readonly (number | null)[] {
  return sized ? budgets : [null];
}

/** Returns the share to pass to a method; one without a target ignores it. */
export function shareOf(budget: number | null): number {
  return budget === null ? 1 : budget / 100;
}

function plannedRows(): Place[] {
  return CUTS.flatMap((cut) =>
    placesAt(cut).flatMap(({ family, budgets }) =>
      METHOD_NAMES.flatMap((method) =>
        budgetsFor(findMethod(method), budgets).map((budget) => ({ family, cut, budget, method })),
      ),
    ),
  );
}

/** Usual ways to reduce tool results, which `high-density` is compared with. */
const MASKS = /^(?:mask old results|AI SDK pruneMessages|LangChain ClearToolUsesEdit)/;

/** Returns the comparisons of two methods, at the size of the second. */
function between(ours: string, theirs: string, families = MAIN_FAMILIES): EqualSizePlace[] {
  return families.flatMap((family) =>
    budgetsFor(findMethod(theirs), FEW_BUDGETS).map((budget) => ({
      family,
      cut: MAIN_CUT,
      budget,
      ours,
      theirs,
    })),
  );
}

/** `salience` is compared with every other method, `high-density` with masks, `extractive` with the similar heads and tails. */
function plannedContests(): EqualSizePlace[] {
  const others = METHOD_NAMES.filter((name) => name !== 'salience' && name !== 'everything');
  return [
    ...others.flatMap((theirs) => between('salience', theirs)),
    ...others
      .filter((name) => MASKS.test(name))
      .flatMap((theirs) => between('high-density', theirs)),
    ...between('extractive', 'head and tail', PROSE_FAMILIES),
  ];
}

/** Returns the jobs for rows and comparisons: each method once for each file, whatever its families. */
function jobsFor(rows: readonly Place[], contests: readonly EqualSizePlace[]): RetentionJob[] {
  const jobs = new Map<
    string,
    { job: Omit<RetentionJob, 'budgets'>; guests: Map<number | null, Set<string>> }
  >();
  const need = (
    family: FamilyName,
    job: Omit<RetentionJob, 'budgets' | 'file'>,
    budget: number | null,
    guest?: string,
  ): void => {
    for (const file of FAMILIES[family]) {
      const key = keyOf(file, job);
      const known = jobs.get(key) ?? { job: { ...job, file }, guests: new Map() };
      jobs.set(key, known);
      const guests = known.guests.get(budget) ?? new Set();
      known.guests.set(budget, guest === undefined ? guests : guests.add(guest));
    }
  };
  for (const { family, cut, budget, method } of rows) need(family, { cut, method }, budget);
  for (const { family, cut, budget, ours, theirs } of contests)
    need(family, { cut, method: theirs }, budget, ours);
  return [...jobs.values()].map(({ job, guests }) => ({
    ...job,
    budgets: [...guests].map(([budget, names]) => ({ budget, guests: [...names] })),
  }));
}

function keyOf(file: CorpusFile, { cut, method }: Pick<RetentionJob, 'cut' | 'method'>): string {
  return `${file} ${cut} ${method}`;
}

/** Runs one job. Jobs are independent of each other. */
export async function runRetentionJob({
  file,
  cut,
  method,
  budgets,
}: RetentionJob): Promise<RetentionResult> {
  const histories = readHistories(file, cut / 100);
  const host = findMethod(method);
  const scores = new Map<string, Score[]>();
  const pairs = new Map<string, Pair[]>();
  for (const { budget, guests } of budgets) {
    const own: Score[] = [];
    scores.set(String(budget), own);
    for (const history of histories) {
      const outcome = await host.compress(history.messages, shareOf(budget));
      const theirs = score(history, outcome);
      own.push(theirs);
      for (const guest of guests) {
        const left = await inRoomOf(outcome, history.messages, findMethod(guest));
        if (left === undefined) continue;
        const key = `${budget} ${guest}`;
        const all = pairs.get(key) ?? [];
        pairs.set(key, all);
        all.push({ ours: score(history, left), theirs });
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
