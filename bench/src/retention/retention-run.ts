import {
  FAMILIES,
  FAMILY_NAMES,
  readHistories,
  type CorpusFile,
  type FamilyName,
  type Half,
  type ProbedHistory,
} from './families.ts';
import { FREE_RANGE_NAMES, isInRange } from './fixed-parts.ts';
import type { RetentionMethod } from './method.ts';
import { score, type Score } from './score.ts';
import { summarize, type RetentionRow } from './summarize.ts';

export const BUDGETS = [50, 35, 25, 15, 10] as const;
export const CUTS = [50, 70, 85] as const;

/** Its conversations are listed by how much of the budget is free as well. */
const SPLIT_FAMILY: FamilyName = 'service dialogues';

export interface RetentionRequest {
  /** Ours, a baseline, or one of your own. */
  readonly method: RetentionMethod;
  /** @default every one */
  readonly families?: readonly FamilyName[];
  /** Per cent of the characters that should be left. @default 50, 35, 25, 15, 10 */
  readonly budgets?: readonly number[];
  /** @default both */
  readonly half?: Half;
  /** Per cent of a conversation's characters that are its history. @default 70 */
  readonly cut?: (typeof CUTS)[number];
}

/** What is left of each family at each budget: a row for each pair, and of service dialogues one more for each range of the free share. */
export async function measureRetention({
  method,
  families = FAMILY_NAMES,
  budgets = BUDGETS,
  half,
  cut = 70,
}: RetentionRequest): Promise<RetentionRow[]> {
  const scored = new Map<string, Promise<Score[]>>();
  const scoresOf = (file: CorpusFile, budget: number): Promise<Score[]> => {
    const key = `${file} ${budget}`;
    const known = scored.get(key) ?? scoreAll(historiesOf(file, cut, half), method, budget);
    scored.set(key, known);
    return known;
  };
  const rows: RetentionRow[] = [];
  for (const family of families) {
    for (const budget of budgets) {
      const scores: Score[] = [];
      for (const file of FAMILIES[family]) {
        for (const one of await scoresOf(file, budget)) scores.push(one);
      }
      const place = { family, budget, method: method.name };
      rows.push(summarize(place, scores));
      if (family !== SPLIT_FAMILY) continue;
      for (const free of FREE_RANGE_NAMES) {
        const within = scores.filter((one) => isInRange(one.freeShare, free));
        rows.push(summarize({ ...place, free }, within));
      }
    }
  }
  return rows;
}

/** Scores every history at one budget (per cent). */
export async function scoreAll(
  histories: readonly ProbedHistory[],
  method: RetentionMethod,
  budget: number,
): Promise<Score[]> {
  const scores: Score[] = [];
  for (const history of histories) {
    scores.push(score(history, await method.compress(history.messages, budget / 100)));
  }
  return scores;
}

const read = new Map<string, readonly ProbedHistory[]>();

/** Read once, as all methods are asked the same. */
function historiesOf(file: CorpusFile, cut: number, half?: Half): readonly ProbedHistory[] {
  const key = `${file} ${cut} ${half ?? ''}`;
  const histories = read.get(key) ?? readHistories(file, cut / 100, half);
  read.set(key, histories);
  return histories;
}
