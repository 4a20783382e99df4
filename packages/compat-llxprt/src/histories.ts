import {
  adjustForToolCallBoundary as adjust,
  applyDensityResult as apply,
  findBackwardValidSplitPoint as findBackward,
  findForwardValidSplitPoint as findForward,
} from '@palimpsest/history';
import { sanitizeHistoryForCompression as sanitize } from '@palimpsest/summarizer/history';
import type { DensityResult } from './types/compression.ts';
import type { HistoryEntry, IContent } from './types/content.ts';

// Functions of other packages with the host's types. Returned entries have the types of the input entries.

type Split = (history: readonly HistoryEntry[], index: number) => number;

/** See `adjustForToolCallBoundary` of `@palimpsest/history`. */
export const adjustForToolCallBoundary: Split = adjust;

/** See `findForwardValidSplitPoint` of `@palimpsest/history`. */
export const findForwardValidSplitPoint: Split = findForward;

/** See `findBackwardValidSplitPoint` of `@palimpsest/history`. */
export const findBackwardValidSplitPoint: Split = findBackward;

/** See `applyDensityResult` of `@palimpsest/history`. */
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
