import type { IContent, ProvenanceRecord } from '@palimpsest/core-types';
import { explainMarkers } from '../edits/explain-markers.ts';
import type { EditPlan, Insertion } from '../edits/plan.ts';
import { keepTurns, makeTurnMarker } from './keep-turns.ts';
import { isTurn, plainTurns } from './turns.ts';

export interface SummaryRequest {
  /** Ascending indices of the entries that the summary replaces. */
  readonly removed: readonly number[];
  /** A user entry. */
  readonly summary: IContent;
  /** The assistant entry that separates the summary from a user turn after it. @default a turn marker */
  readonly between?: IContent;
}

const NOTICE: ProvenanceRecord = { sources: [], reason: 'notice' };

/**
 * Plans the edits: the summary replaces the first of the entries, the others are removed. Turns still alternate: a turn marker separates the
 * summary from a user turn before it, `between` from one after it, and markers separate later turns that would become adjacent. Plain turns
 * still alternate if the summary is next to a tool exchange.
 */
export function replaceBySummary(
  history: readonly IContent[],
  { removed, summary, between = makeTurnMarker() }: SummaryRequest,
): EditPlan {
  const [first = 0, ...others] = removed;
  const gone = new Set(others);
  // With the next turn appended, the result ends in the same role as the history.
  const continued = [...history, turnAfter(history)];
  const before = continued.findLast((entry, index) => index < first && isTurn(entry));
  const after = continued.findIndex(
    (entry, index) => index > first && !gone.has(index) && isTurn(entry),
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
    insertions.set(first + 1, { entry: between, ...NOTICE });
  } else if (plain.after === 'user') {
    insertions.set(first + 1, { entry: makeTurnMarker(), ...NOTICE });
  }
  return explainMarkers(history, {
    removals: new Set(others.filter((index) => index < after || kept.removals.has(index))),
    replacements: new Map([[first, summary], ...kept.replacements]),
    merges: new Map([[first, removed], ...(kept.merges ?? [])]),
    insertions,
  });
}

function turnAfter(history: readonly IContent[]): IContent {
  return { speaker: history.findLast(isTurn)?.speaker === 'ai' ? 'human' : 'ai', blocks: [] };
}
