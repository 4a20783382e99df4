import type { IContent } from '@palimpsest/core-types';
import type { HistoryPlan } from '@palimpsest/history';

/** The snapshot takes the place of the first entry it stands for, the agent's word follows; the others go. */
export function splitPlan(
  removed: readonly number[],
  snapshot: IContent,
  continuation: IContent,
): HistoryPlan {
  const [first = 0, ...others] = removed;
  return {
    removals: new Set(others),
    replacements: new Map([[first, snapshot]]),
    merges: new Map([[first, removed]]),
    insertions: new Map([[first + 1, { entry: continuation, sources: [], reason: 'notice' }]]),
  };
}
