import type { IContent } from '@palimpsest/core-types';
import { indexExchanges } from './exchange-index.ts';
import { safeCuts } from './safe-cuts.ts';

/**
 * Returns the split nearest to `index` that separates no call from its result: forward first; backward when forward is the end of the
 * history, where nothing would be left behind the split, or when only pending calls follow (REQ-CS-004). For more than one question about
 * the same history build `safeCuts` once.
 */
export function adjustForToolCallBoundary(history: readonly IContent[], index: number): number {
  const cuts = safeCuts(indexExchanges(history));
  const forward = cuts.atOrAfter(index);
  const isEnd = forward === history.length && index < history.length;
  return forward === undefined || isEnd ? cuts.atOrBefore(index) : forward;
}

/** The first valid split at or after `index`; the history's length where there is none (REQ-CS-004). */
export function findForwardValidSplitPoint(history: readonly IContent[], index: number): number {
  return safeCuts(indexExchanges(history)).atOrAfter(index) ?? history.length;
}

/** The last valid split at or before `index` (REQ-CS-004). */
export function findBackwardValidSplitPoint(history: readonly IContent[], index: number): number {
  return safeCuts(indexExchanges(history)).atOrBefore(index);
}
