import { hasCorpus } from '../corpus.ts';
import { BUDGETS, CUTS, MAIN_CUT, MAIN_FAMILIES, PROSE_FAMILIES } from './places.ts';
import { measureRetention } from './retention-jobs.ts';
import { SCORE_GROUPS } from './score.ts';
import type { EqualSizePlace, Place, RetentionRow } from './summarize.ts';

const SHOWN_BUDGET = 25;

/** Measures what every strategy and baseline keeps of what was needed later, as a curve and at equal size. `undefined` without the corpus. */
export async function retentionReport(): Promise<object | undefined> {
  if (!hasCorpus) {
    console.log('retention: the corpus is not beside this checkout, so nothing was measured.');
    return undefined;
  }
  const measured = await measureRetention();
  const rows = measured.rows.filter(hasEffect);
  const { equalSize } = measured;
  console.table(
    rows.filter(isShown).map(({ survived, asked: _asked, ...row }) => ({ ...row, ...survived })),
  );
  console.table(
    equalSize.filter(isShown).map(({ survived, kept, ...row }) => ({
      ...row,
      kept: kept.join(' '),
      all: survived.all.join(' '),
      lines: survived.lines.join(' '),
    })),
  );
  return { figures: { groups: SCORE_GROUPS, cuts: CUTS, budgets: BUDGETS, rows, equalSize } };
}

/** Returns whether a row is informative: without tools, a method that only handles results changes nothing. */
function hasEffect({ family, method, kept }: RetentionRow): boolean {
  return kept !== 100 || method === 'everything' || !PROSE_FAMILIES.includes(family);
}

/** Returns whether a row is printed: the complete table would be too long to read. */
function isShown({ family, cut, budget }: EqualSizePlace | Place): boolean {
  const isMain = MAIN_FAMILIES.some((one) => one === family);
  return isMain && cut === MAIN_CUT && (budget === null || budget === SHOWN_BUDGET);
}
