import type { ContentBlock, IContent, ToolTaxonomy } from '@palimpsest/core-types';
import { prunedResponse } from './shorter-results.ts';
import type { ToolResult } from './tool-result.ts';

/** State of one entry. */
export interface EntryMarks {
  readonly results: ToolResult[];
  /** Block indices of calls that are removed with their stale reads. */
  readonly removedCalls: number[];
  /** Index of the newest entry whose calls have results here; -1 for none. */
  newestCall: number;
  /** Number of results that are pruned because of their age. */
  pruned: number;
}

export function noMarks(): EntryMarks {
  return { results: [], removedCalls: [], newestCall: -1, pruned: 0 };
}

export function hasOldResult({ results }: EntryMarks): boolean {
  return results.some(({ isOld }) => isOld);
}

/**
 * Returns the blocks of an entry after its marks are applied, with `undefined` for a removed block; `undefined` if
 * nothing changes. Sets `marks.pruned`.
 *
 * @param isFree whether old results may be pruned here
 */
export function markedBlocks(
  { blocks }: IContent,
  marks: EntryMarks,
  { isFree, taxonomy }: { readonly isFree: boolean; readonly taxonomy: ToolTaxonomy },
): (ContentBlock | undefined)[] | undefined {
  let marked: (ContentBlock | undefined)[] | undefined;
  marks.pruned = 0;
  for (const result of marks.results) {
    const { response } = result;
    let left: ContentBlock | undefined = response;
    if (result.isRemoved) left = undefined;
    else if (result.pointer !== undefined) left = result.pointer;
    else if (isFree && result.isOld) {
      left = result.pruned ??= prunedResponse(result, taxonomy);
      if (left !== response) marks.pruned += 1;
    }
    if (left !== response) (marked ??= [...blocks])[result.block] = left;
  }
  for (const block of marks.removedCalls) (marked ??= [...blocks])[block] = undefined;
  return marked;
}
