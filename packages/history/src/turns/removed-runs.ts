import type { IContent } from '@palimpsest/core-types';
import type { EditPlan } from '../edits/plan.ts';
import { isTurn } from './roles.ts';

/** Adjacent removed entries; entries without a turn are ignored. */
export interface RemovedRun {
  /** Ascending indices. */
  readonly removed: readonly number[];
  /** The neighbours in the planned history; `undefined` at its start and end. */
  readonly before: IContent | undefined;
  readonly after: IContent | undefined;
  /** Indices of the neighbours; -1 and the length of the history if there is none. */
  readonly beforeAt: number;
  readonly afterAt: number;
}

/** Finds all runs of removed entries, in order. */
export function* removedRuns(
  history: readonly IContent[],
  { removals, replacements }: EditPlan,
): Generator<RemovedRun> {
  if (removals.size === 0) return;
  let removed: number[] = [];
  let before: IContent | undefined;
  let beforeAt = -1;
  for (const [index, given] of history.entries()) {
    if (removals.has(index)) {
      if (isTurn(given)) removed.push(index);
      continue;
    }
    const after = replacements.get(index) ?? given;
    if (!isTurn(after)) continue;
    if (removed.length > 0) yield { removed, before, after, beforeAt, afterAt: index };
    removed = [];
    before = after;
    beforeAt = index;
  }
  if (removed.length > 0) {
    yield { removed, before, after: undefined, beforeAt, afterAt: history.length };
  }
}
