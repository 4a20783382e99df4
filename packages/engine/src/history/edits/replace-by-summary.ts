import type { IContent } from '@palimpsest/core-types';
import { isTurn } from '../turns/turns.ts';
import type { EditPlan } from './plan.ts';
import type { PlacedEntry } from '../turns/keep-turns.ts';

export interface SummaryRequest {
  /** Ascending indices of the entries that the summary replaces. */
  readonly removed: readonly number[];
  /** A user entry. */
  readonly summary: IContent;
  /** The assistant entry that separates the summary from a user turn after it. @default a turn marker of the plan's result, see `applyPlan` */
  readonly between?: IContent;
}

/**
 * Plans the edits: the summary replaces the first of the entries, the others are removed, and `between` follows it if a user turn does. Without
 * entries, the plan is empty.
 */
export function replaceBySummary(
  history: readonly IContent[],
  { removed, summary, between }: SummaryRequest,
): EditPlan {
  const [first, ...others] = removed;
  if (first === undefined) return { edits: new Map() };
  const edits = new Map<number, IContent | undefined>([[first, summary]]);
  for (const at of others) edits.set(at, undefined);
  const isLeft = (entry: IContent, index: number): boolean =>
    index > first && !edits.has(index) && isTurn(entry);
  // If no turn stays after the summary, the host adds the next: a user turn if the last one is the model's, otherwise a model turn.
  const isModelNext = history.some(isLeft)
    ? history.find(isLeft)!.speaker === 'ai'
    : history.findLast(isTurn)?.speaker !== 'ai';
  const insertions = new Map<number, PlacedEntry>();
  if (between !== undefined && !isModelNext) {
    insertions.set(first + 1, { entry: between, sources: [], reason: 'notice' });
  }
  return { edits, merges: new Map([[first, removed]]), insertions };
}
