import { hasCorpus } from '../corpus.ts';
import { COMPACTED } from './contests.ts';
import type { EqualSizePlace } from './equal-size-row.ts';
import type { RetentionMethod } from './method.ts';
import { findMethod, METHOD_NAMES } from './methods.ts';
import { BUDGETS, CUTS, MAIN_CUT, MAIN_FAMILIES, PROSE_FAMILIES } from './places.ts';
import { plannedContests, plannedRows } from './plan.ts';
import { retentionFigures } from './retention-figures.ts';
import { printContests, printRows } from './retention-table.ts';
import { SCORE_GROUPS } from './score.ts';
import type { Place, RetentionRow } from './summarize.ts';

const SHOWN_BUDGET = 25;

/** Measures what every strategy and baseline keeps of what was needed later, as a curve and at equal size. `undefined` without the corpus. */
export async function retentionReport(): Promise<object | undefined> {
  if (!hasCorpus) {
    console.log('retention: the corpus is not beside this checkout, so nothing was measured.');
    return undefined;
  }
  const start = performance.now();
  const methods: RetentionMethod[] = [];
  for (const name of METHOD_NAMES) {
    const method = findMethod(name);
    if (method === undefined) {
      console.log(`retention: ${name} is not registered, and left out.`);
    } else methods.push(method);
  }
  const {
    rows: measured,
    equalSize,
    tuning,
  } = await retentionFigures({
    rows: plannedRows(methods),
    contests: plannedContests(methods),
    tuning: { kind: 'tuning', cut: MAIN_CUT },
  });
  const rows = measured.filter(hasEffect);
  printRows(rows.filter(isShown));
  printContests(equalSize.filter(isShown));
  console.log(
    'salience, judged on one half: weights as they are, and fitted on the other half alone',
  );
  printRows(tuning);
  console.log(`retention: ${((performance.now() - start) / 1e3).toFixed(0)} s`);
  return {
    figures: {
      groups: SCORE_GROUPS,
      cuts: CUTS,
      budgets: BUDGETS,
      rows,
      equalSize,
      tuning: { fittedOn: 'tune', judgedOn: 'judge', rows: tuning },
    },
  };
}

/** Returns whether a row is informative: without tools, a method that only handles results changes nothing. */
function hasEffect({ family, method, kept }: RetentionRow): boolean {
  return kept !== 100 || method === 'everything' || !PROSE_FAMILIES.includes(family);
}

/** Returns whether a row is printed: the complete table would be too long to read. */
function isShown({ family, cut, budget }: EqualSizePlace | Place): boolean {
  const isMain = MAIN_FAMILIES.some((one) => one === family) || family === COMPACTED;
  return isMain && cut === MAIN_CUT && (budget === null || budget === SHOWN_BUDGET);
}
