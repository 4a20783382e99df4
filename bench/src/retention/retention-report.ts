import { MAIN_FAMILIES, PROSE_FAMILIES, SHOWN_BUDGET } from './places.ts';
import { measureRetention } from './retention-jobs.ts';
import { SCORE_GROUPS } from './score.ts';
import type { RetentionRow } from './summarize.ts';

/** Measures what every strategy and baseline keeps of what was needed later, as a curve and at equal size. */
export async function retentionReport(): Promise<object> {
  const { rows: all, equalSize } = await measureRetention();
  const rows = all.filter(hasEffect);
  const shown = rows.filter(
    ({ family, budget }) =>
      MAIN_FAMILIES.includes(family) && (budget === null || budget === SHOWN_BUDGET),
  );
  console.table(shown.map(({ survived, asked: _asked, ...row }) => ({ ...row, ...survived })));
  console.table(
    equalSize.map(({ survived, kept, ...row }) => ({
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
