import { MAIN_FAMILIES, PROSE_FAMILIES, SHOWN_BUDGET, type Place } from './places.ts';
import { measureRetention } from './retention-jobs.ts';
import { SCORE_GROUPS } from './score.ts';
import type { RetentionRow } from './summarize.ts';

/** Measures what every strategy and baseline keeps of what was needed later, as a curve and at equal size. */
export async function retentionReport(): Promise<object> {
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
  return { figures: { groups: SCORE_GROUPS, rows, equalSize } };
}

/** Returns whether a row is informative: without tools, a method that only handles results changes nothing. */
function hasEffect({ family, method, kept }: RetentionRow): boolean {
  return kept !== 100 || method === 'everything' || !PROSE_FAMILIES.includes(family);
}

/** Returns whether a row is printed: the complete table would be too long to read. */
function isShown({ family, budget }: Pick<Place, 'family' | 'budget'>): boolean {
  return MAIN_FAMILIES.includes(family) && (budget === null || budget === SHOWN_BUDGET);
}
