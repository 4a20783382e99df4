import { COMPACTED, contestsAmong } from './contests.ts';
import type { EqualSizePlace } from './equal-size-row.ts';
import { FAMILIES, type CorpusFile, type FamilyName } from './families.ts';
import type { RetentionMethod } from './method.ts';
import { CUTS, placesAt } from './places.ts';
import type { PairJob, ScoreJob } from './retention-jobs.ts';
import { budgetsFor } from './retention-run.ts';
import type { Place } from './summarize.ts';

/** Returns the planned rows of some methods, in the order of the results. */
export function plannedRows(methods: readonly RetentionMethod[]): Place[] {
  return CUTS.flatMap((cut) =>
    placesAt(cut).flatMap(({ family, budgets }) =>
      methods.flatMap((method) =>
        budgetsFor(method, budgets).map((budget) => ({ family, cut, budget, method: method.name })),
      ),
    ),
  );
}

/** Returns the planned comparisons at equal size, in the order of the results. */
export function plannedContests(methods: readonly RetentionMethod[]): EqualSizePlace[] {
  const byName = new Map(methods.map((method) => [method.name, method]));
  return contestsAmong([...byName.keys()]).flatMap((contest) => {
    const { ours, theirs, room, families, cuts, budgets } = contest;
    const host = byName.get(room === 'theirs' ? theirs : ours);
    return families.flatMap((family) =>
      cuts.flatMap((cut) =>
        (host === undefined ? [null] : budgetsFor(host, budgets)).map((budget) => ({
          family,
          cut,
          budget,
          ours,
          theirs,
          room,
        })),
      ),
    );
  });
}

/** Returns the files of a family. Compacted sessions are spread over several files and read separately. */
export function filesOf(family: FamilyName): readonly CorpusFile[];
export function filesOf(family: EqualSizePlace['family']): readonly PairJob['file'][];
export function filesOf(family: EqualSizePlace['family']): readonly PairJob['file'][] {
  return family === COMPACTED ? [family] : FAMILIES[family];
}

/** Returns the jobs for rows and comparisons: each file once, whatever its families; the largest work first. */
export function jobsFor(
  rows: readonly Place[],
  contests: readonly EqualSizePlace[],
): (PairJob | ScoreJob)[] {
  const jobs = new Map<string, PairJob | ScoreJob>();
  const need = (job: PairJob | ScoreJob): void => {
    const { budgets, ...rest } = job;
    const key = JSON.stringify(rest);
    const all = new Set([...(jobs.get(key)?.budgets ?? []), ...budgets]);
    jobs.set(key, { ...job, budgets: [...all] });
  };
  for (const { family, cut, budget, method } of rows) {
    for (const file of filesOf(family)) {
      need({ kind: 'score', method, file, cut, budgets: [budget] });
    }
  }
  for (const { family, cut, budget, ours, theirs, room } of contests) {
    for (const file of filesOf(family)) {
      need({ kind: 'pair', ours, theirs, room, file, cut, budgets: [budget] });
    }
  }
  // Jobs with the same histories are adjacent, so that histories are read once.
  return [...jobs.values()].toSorted((a, b) => orderOf(a) - orderOf(b));
}

const LARGEST_FIRST: readonly PairJob['file'][] = [
  COMPACTED,
  ...new Set(Object.values(FAMILIES).flat()),
];

function orderOf({ file, cut }: Pick<PairJob, 'cut' | 'file'>): number {
  return LARGEST_FIRST.indexOf(file) * 100 + cut;
}
