import type { IContent, ProvenanceRecord } from '@palimpsest/core-types';
import {
  explainMarks,
  keepTurns,
  makeTurnMark,
  plainTurns,
  type EditPlan,
  type Insertion,
} from '@palimpsest/history';

const NOTICE: ProvenanceRecord = { sources: [], reason: 'notice' };

/**
 * Plans the snapshot in the place of the first entry it stands for; the others go. User and model still take turns: a mark of the model's parts
 * the snapshot from a user's turn before it, the agent's word from one behind it, and marks part what comes together farther behind. Plain
 * turns still alternate where calls and results are next to the snapshot.
 */
export function splitPlan(
  history: readonly IContent[],
  removed: readonly number[],
  snapshot: IContent,
  continuation: IContent,
): EditPlan {
  const [first = 0, ...others] = removed;
  const gone = new Set(others);
  // The result ends in the role in which the history ended.
  const continued = [...history, turnAfter(history)];
  const before = continued.findLast((entry, index) => index < first && hasTurn(entry));
  const after = continued.findIndex(
    (entry, index) => index > first && !gone.has(index) && hasTurn(entry),
  );
  const later = new Set(others.filter((index) => index > after));
  const kept = keepTurns(continued, { removals: later, replacements: new Map() });
  const insertions = new Map<number, Insertion>();
  const removals = new Set(removed);
  const plain = plainTurns(continued, { removals, replacements: new Map() }).around({
    beforeAt: first - 1,
    afterAt: after,
  });
  if (before !== undefined && before.speaker !== 'ai' && plain.before !== 'model') {
    insertions.set(first, { entry: makeTurnMark(), ...NOTICE });
  }
  if (continued[after]!.speaker !== 'ai') {
    insertions.set(first + 1, { entry: continuation, ...NOTICE });
  } else if (plain.after === 'user') {
    insertions.set(first + 1, { entry: makeTurnMark(), ...NOTICE });
  }
  return explainMarks(history, {
    removals: new Set(others.filter((index) => index < after || kept.removals.has(index))),
    replacements: new Map([[first, snapshot], ...kept.replacements]),
    merges: new Map([[first, removed], ...(kept.merges ?? [])]),
    insertions,
  });
}

/** Stands for whoever speaks next. */
function turnAfter(history: readonly IContent[]): IContent {
  return { speaker: history.findLast(hasTurn)?.speaker === 'ai' ? 'human' : 'ai', blocks: [] };
}

const hasTurn = ({ speaker }: IContent): boolean => speaker !== 'system';
