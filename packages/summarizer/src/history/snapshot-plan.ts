import type { IContent, ProvenanceRecord } from '@palimpsest/core-types';
import {
  explainMarkers,
  keepTurns,
  makeTurnMarker,
  plainTurns,
  type EditPlan,
  type Insertion,
} from '@palimpsest/history';

const NOTICE: ProvenanceRecord = { sources: [], reason: 'notice' };

/**
 * Plans the edits: the snapshot replaces the first summarized entry, the others are removed. Turns still alternate: a turn marker separates
 * the snapshot from a user turn before it, the continuation from one after it, and markers separate later turns that would become adjacent.
 * Plain turns still alternate if the snapshot is next to a tool exchange.
 */
export function splitPlan(
  history: readonly IContent[],
  removed: readonly number[],
  snapshot: IContent,
  continuation: IContent,
): EditPlan {
  const [first = 0, ...others] = removed;
  const gone = new Set(others);
  // With the next turn appended, the result ends in the same role as the history.
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
    insertions.set(first, { entry: makeTurnMarker(), ...NOTICE });
  }
  if (continued[after]!.speaker !== 'ai') {
    insertions.set(first + 1, { entry: continuation, ...NOTICE });
  } else if (plain.after === 'user') {
    insertions.set(first + 1, { entry: makeTurnMarker(), ...NOTICE });
  }
  return explainMarkers(history, {
    removals: new Set(others.filter((index) => index < after || kept.removals.has(index))),
    replacements: new Map([[first, snapshot], ...kept.replacements]),
    merges: new Map([[first, removed], ...(kept.merges ?? [])]),
    insertions,
  });
}

/** Returns an empty entry in the role of the next turn. */
function turnAfter(history: readonly IContent[]): IContent {
  return { speaker: history.findLast(hasTurn)?.speaker === 'ai' ? 'human' : 'ai', blocks: [] };
}

const hasTurn = ({ speaker }: IContent): boolean => speaker !== 'system';
