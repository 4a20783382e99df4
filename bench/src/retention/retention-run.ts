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
  /** Ours, a baseline, or one of your own. */
  readonly method: RetentionMethod;
  /** @default every one */
  readonly families?: readonly FamilyName[];
  /** Per cent of the characters that should be left; not asked of a method that takes no target. @default 50, 35, 25, 15, 10 */
  readonly budgets?: readonly number[];
  /** @default both */
  readonly half?: Half;
  /** Per cent of a conversation's characters that are its history. @default 70 */
  readonly cut?: Cut;
}

/** What is left of each family at each budget: a row for each pair. */
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

/** The budgets a method is asked for: none of them where it takes no target. */
export function budgetsFor(
  { sized = true }: RetentionMethod,
  budgets: readonly number[],
): readonly (number | null)[] {
  return sized ? budgets : [null];
}

/** Scores every history at one budget (per cent). */
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

/** What is said to a method: one without a target makes nothing of it. */
export function shareOf(budget: number | null): number {
  return budget === null ? 1 : budget / 100;
}

let last: { readonly key: string; readonly histories: readonly ProbedHistory[] } | undefined;

/** Those that were read last are remembered, as several methods are asked the same; more would fill the memory. */
export function historiesOf(file: CorpusFile, cut: Cut, half?: Half): readonly ProbedHistory[] {
  const key = `${file} ${cut} ${half ?? ''}`;
  if (last?.key !== key) last = { key, histories: readHistories(file, cut / 100, half) };
  return last.histories;
}
