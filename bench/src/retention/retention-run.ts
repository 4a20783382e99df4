import {
  FAMILIES,
  FAMILY_NAMES,
  readHistories,
  type CorpusFile,
  type FamilyName,
  type Half,
  type ProbedHistory,
} from './families.ts';
import type { RetentionMethod } from './method.ts';
import { BUDGETS, MAIN_CUT, type Cut } from './places.ts';
import { score, type Score } from './score.ts';
import { summarize, type RetentionRow } from './summarize.ts';

export interface RetentionRequest {
  /** One of the strategies, a baseline, or your own method. */
  readonly method: RetentionMethod;
  /** @default all */
  readonly families?: readonly FamilyName[];
  /** Targets, in per cent of the tokens; not used for a method without a target. @default 50, 35, 25, 15, 10 */
  readonly budgets?: readonly number[];
  /** @default both */
  readonly half?: Half;
  /** Length of the history, in per cent of a conversation's characters. @default 70 */
  readonly cut?: Cut;
}

/** Measures a method on each family at each budget: one row per pair. */
export async function measureRetention({
  method,
  families = FAMILY_NAMES,
  budgets = BUDGETS,
  half,
  cut = MAIN_CUT,
}: RetentionRequest): Promise<RetentionRow[]> {
  const scored = new Map<string, Promise<Score[]>>();
  const scoresOf = (file: CorpusFile, budget: number | null): Promise<Score[]> => {
    const key = `${file} ${budget}`;
    const known = scored.get(key) ?? scoreAll(historiesOf(file, cut, half), method, budget);
    scored.set(key, known);
    return known;
  };
  const rows: RetentionRow[] = [];
  for (const family of families) {
    for (const budget of budgetsFor(method, budgets)) {
      const scores: Score[] = [];
      for (const file of FAMILIES[family]) {
        for (const one of await scoresOf(file, budget)) scores.push(one);
      }
      rows.push(summarize({ family, cut, budget, method: method.name }, scores));
    }
  }
  return rows;
}

/** Returns the budgets for a method: a single `null` if it takes no target. */
export function budgetsFor(
  { sized = true }: RetentionMethod,
  budgets: readonly number[],
): readonly (number | null)[] {
  return sized ? budgets : [null];
}

/** Scores every history at one budget, in per cent. */
export async function scoreAll(
  histories: readonly ProbedHistory[],
  method: RetentionMethod,
  budget: number | null,
): Promise<Score[]> {
  const scores: Score[] = [];
  for (const history of histories) {
    scores.push(score(history, await method.compress(history.messages, shareOf(budget))));
  }
  return scores;
}

/** Returns the share to pass to a method; one without a target ignores it. */
export function shareOf(budget: number | null): number {
  return budget === null ? 1 : budget / 100;
}

let last: { readonly key: string; readonly histories: readonly ProbedHistory[] } | undefined;

/** Returns the histories of a file. Caches only the last ones, which several methods use; more would fill the memory. */
export function historiesOf(file: CorpusFile, cut: Cut, half?: Half): readonly ProbedHistory[] {
  const key = `${file} ${cut} ${half ?? ''}`;
  if (last?.key !== key) last = { key, histories: readHistories(file, cut / 100, half) };
  return last.histories;
}
