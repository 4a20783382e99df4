import type { IContent, ProvenanceRecord } from '@palimpsest/core-types';
import {
  areSameRole,
  createRoleMark,
  settleRoles,
  type HistoryPlan,
  type Insertion,
} from '@palimpsest/history';

/**
 * The snapshot takes the place of the first entry it stands for, the agent's word follows; the others go. A mark stays where the snapshot would
 * follow a user message, or a turn of the model the agent's word.
 */
export function splitPlan(
  history: readonly IContent[],
  removed: readonly number[],
  snapshot: IContent,
  continuation: IContent,
): HistoryPlan {
  const [first = 0, ...others] = removed;
  const gone = new Set(removed);
  const entries = removed.map((index) => history[index]!);
  const told: ProvenanceRecord = { sources: [], reason: 'notice' };
  const insertions = new Map<number, Insertion>([[first + 1, { entry: continuation, ...told }]]);
  const replacements = new Map([[first, snapshot]]);
  const before = nextTurn(history, gone, first, -1);
  if (before !== undefined && areSameRole(history[before]!, snapshot)) {
    insertions.set(first, { entry: createRoleMark(entries, 'ai'), ...told });
  }
  const after = nextTurn(history, gone, first, 1) ?? history.length;
  const removals = new Set(others);
  if (history[after]?.speaker === 'ai') {
    // Right behind the snapshot the model goes on by itself.
    if (after === first + 1) insertions.delete(after);
    else insertions.set(after, { entry: createRoleMark(entries, 'human'), ...told });
  }
  // Behind that, entries that stay come to stand next to each other.
  const later = new Set(others.filter((index) => index > after));
  const settled = settleRoles(history, { removals: later, replacements }, () => true);
  for (const index of later) if (!settled.removals.has(index)) removals.delete(index);
  const merges = new Map(settled.merges).set(first, removed);
  return { removals, replacements: settled.replacements, merges, insertions };
}

/** Index of the nearest entry that stays and takes a turn. */
function nextTurn(
  history: readonly IContent[],
  gone: ReadonlySet<number>,
  from: number,
  step: 1 | -1,
): number | undefined {
  for (let index = from + step; index >= 0 && index < history.length; index += step) {
    if (!gone.has(index) && history[index]!.speaker !== 'system') return index;
  }
  return undefined;
}
