import type { IContent } from '@palimpsest/core-types';
import type { EditPlan } from './plan.ts';
import { hasTurn } from './turn.ts';

/** Removed entries next to each other; entries that are nobody's turn stand outside. */
export interface RemovedRun {
  /** Indices, ascending. */
  readonly gone: readonly number[];
  /** What stands before and behind them in the planned history; `undefined` at its beginning and its end. */
  readonly before: IContent | undefined;
  readonly after: IContent | undefined;
  /** Indices of these two; -1 and the length of the history where there is none. */
  readonly beforeAt: number;
  readonly afterAt: number;
}

/** Finds every run of removed entries, first one first. */
export function* removedRuns(
  history: readonly IContent[],
  { removals, replacements }: EditPlan,
): Generator<RemovedRun> {
  if (removals.size === 0) return;
  let gone: number[] = [];
  let before: IContent | undefined;
  let beforeAt = -1;
  for (const [index, given] of history.entries()) {
    if (removals.has(index)) {
      if (hasTurn(given)) gone.push(index);
      continue;
    }
    const after = replacements.get(index) ?? given;
    if (!hasTurn(after)) continue;
    if (gone.length > 0) yield { gone, before, after, beforeAt, afterAt: index };
    gone = [];
    before = after;
    beforeAt = index;
  }
  if (gone.length > 0) {
    yield { gone, before, after: undefined, beforeAt, afterAt: history.length };
  }
}
