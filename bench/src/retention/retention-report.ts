import { PROSE_FAMILIES } from './places.ts';
import { measureRetention } from './retention-jobs.ts';
import { SCORE_GROUPS } from './score.ts';
import type { RetentionRow } from './summarize.ts';

/** Measures what every strategy and baseline keeps of what was needed later, as a curve and at equal size. */
export async function retentionReport(): Promise<object> {
  const { rows, equalSize } = await measureRetention();
  return { figures: { groups: SCORE_GROUPS, rows: rows.filter(hasEffect), equalSize } };
}

/** Returns whether a row is informative: without tools, a method that only handles results changes nothing. */
function hasEffect({ family, method, kept }: RetentionRow): boolean {
  return kept !== 100 || method === 'everything' || !PROSE_FAMILIES.includes(family);
}
