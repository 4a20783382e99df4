import { applyDensityResult as apply, indexExchanges, safeCuts } from '@palimpsest/engine/history';
import { sanitizeHistoryForCompression as sanitize } from '@palimpsest/summarizer/history';
import type { DensityResult } from './types/compression.ts';
import type { HistoryEntry, IContent } from './types/content.ts';

// Functions of other packages with the host's types. Returned entries have the types of the input entries.

/**
 * Returns the safe cut nearest to `index`: forward first; backward if forward is the end of the history, or if only pending calls follow
 *.
 */
export function adjustForToolCallBoundary(history: readonly HistoryEntry[], index: number): number {
  const cuts = safeCuts(indexExchanges(history));
  const forward = cuts.atOrAfter(index);
  const isEnd = forward === history.length && index < history.length;
  return forward === undefined || isEnd ? cuts.atOrBefore(index) : forward;
}

/** Returns the first safe cut at or after `index`; the length of the history if there is none. */
export function findForwardValidSplitPoint(
  history: readonly HistoryEntry[],
  index: number,
): number {
  return safeCuts(indexExchanges(history)).atOrAfter(index) ?? history.length;
}

/** Returns the last safe cut at or before `index`. */
export function findBackwardValidSplitPoint(
  history: readonly HistoryEntry[],
  index: number,
): number {
  return safeCuts(indexExchanges(history)).atOrBefore(index);
}

/** See `applyDensityResult` of `@palimpsest/engine/history`. */
export function applyDensityResult(
  history: readonly HistoryEntry[],
  result: Pick<DensityResult, 'removals' | 'replacements'>,
): IContent[] {
  return apply(history, result) as IContent[];
}

/** See `sanitizeHistoryForCompression` of `@palimpsest/summarizer/history`. */
export function sanitizeHistoryForCompression(history: readonly HistoryEntry[]): IContent[] {
  return sanitize(history) as IContent[];
}
