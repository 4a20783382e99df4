import type { IContent } from '@palimpsest/core-types';
import { indexExchanges } from './exchange-index.ts';
import { safeCuts } from './safe-cuts.ts';

/**
 * The split nearest to `index` that separates no call from its response: forward first, backward where only unanswered calls follow
 * (REQ-CS-004). For more than one question about the same history build `safeCuts` once.
 */
export function adjustForToolCallBoundary(history: readonly IContent[], index: number): number {
  const cuts = safeCuts(indexExchanges(history));
  return cuts.atOrAfter(index) ?? cuts.atOrBefore(index);
}

/** The first valid split at or after `index`; the history's length where there is none (REQ-CS-004). */
export function findForwardValidSplitPoint(history: readonly IContent[], index: number): number {
  return safeCuts(indexExchanges(history)).atOrAfter(index) ?? history.length;
}

/** The last valid split at or before `index` (REQ-CS-004). */
export function findBackwardValidSplitPoint(history: readonly IContent[], index: number): number {
  return safeCuts(indexExchanges(history)).atOrBefore(index);
}
