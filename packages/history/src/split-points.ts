import type { IContent } from '@palimpsest/core-types';
import { indexExchanges } from './exchange-index.ts';
import { safeCuts } from './safe-cuts.ts';

/**
 * Returns the safe cut nearest to `index`: forward first; backward if forward is the end of the history, or if only pending calls follow
 * (REQ-CS-004). For several queries create `safeCuts` once.
 */
export function adjustForToolCallBoundary(history: readonly IContent[], index: number): number {
  const cuts = safeCuts(indexExchanges(history));
  const forward = cuts.atOrAfter(index);
  const isEnd = forward === history.length && index < history.length;
  return forward === undefined || isEnd ? cuts.atOrBefore(index) : forward;
}

/** Returns the first safe cut at or after `index`; the length of the history if there is none (REQ-CS-004). */
export function findForwardValidSplitPoint(history: readonly IContent[], index: number): number {
  return safeCuts(indexExchanges(history)).atOrAfter(index) ?? history.length;
}

/** Returns the last safe cut at or before `index` (REQ-CS-004). */
export function findBackwardValidSplitPoint(history: readonly IContent[], index: number): number {
  return safeCuts(indexExchanges(history)).atOrBefore(index);
}
