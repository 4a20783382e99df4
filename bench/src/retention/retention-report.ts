import { hasCorpus } from '../corpus.ts';
import { FAMILIES } from './families.ts';
import { findMethod, METHOD_NAMES } from './methods.ts';
import { measureRetention } from './retention-run.ts';
import { printRows } from './retention-table.ts';
import { SCORE_GROUPS, type ScoreGroup } from './score.ts';
import type { RetentionRow } from './summarize.ts';
import { measureTuning } from './tuning.ts';

const CUT = 70;
/** The method whose shortfalls are listed one by one. */
const LISTED = 'salience';

/** What every strategy and every baseline keeps of what was needed later, at equal size. Nothing without the corpus. */
export async function retentionReport(): Promise<object | undefined> {
  if (!hasCorpus) {
    console.log('retention: the corpus is not beside this checkout, so nothing was measured.');
    return undefined;
  }
  const measured: RetentionRow[] = [];
  for (const name of METHOD_NAMES) {
    const method = findMethod(name);
    if (method === undefined) {
      console.log(`retention: ${name} is not registered, and left out.`);
      continue;
    }
    const rows = await measureRetention({ method, cut: CUT });
    printRows(rows);
    for (const row of rows) measured.push(row);
  }
  const tuning = await measureTuning(CUT);
  console.log(
    'salience, judged on one half: weights as they are, and fitted on the other half alone',
  );
  printRows(tuning);
  return {
    cut: CUT,
    groups: SCORE_GROUPS,
    rows: measured.map(written),
    tuning: { fittedOn: 'tune', judgedOn: 'judge', rows: tuning.map(written) },
  };
}

/** A row as it is written: groups side by side, in the order of `groups`. Who fell short is named for one method, and for a joint family with its parts. */
function written({ shortfalls, over, ...row }: RetentionRow): object {
  const { family, budget, method, conversations, kept, quartiles, underFilled, asked } = row;
  const { free, humanReduced } = row;
  const isListed = method === LISTED && FAMILIES[family].length === 1;
  return {
    family,
    budget,
    method,
    ...(free === undefined ? {} : { free }),
    conversations,
    kept,
    survived: inOrder(row),
    asked: inOrder(asked),
    quartiles: quartiles?.join(' ') ?? null,
    underFilled,
    over: over.length,
    mostOver: Math.max(0, ...over.map(({ by }) => by)),
    humanReduced,
    short: shortfalls.length,
    mostShort: Math.max(0, ...shortfalls.map(({ by }) => by)),
    ...(isListed
      ? { shortfalls: Object.fromEntries(shortfalls.map(({ id, by }) => [id, by])) }
      : {}),
  };
}

function inOrder(values: Readonly<Record<ScoreGroup, number | null>>): string {
  return SCORE_GROUPS.map((group) => values[group] ?? '-').join(' ');
}
