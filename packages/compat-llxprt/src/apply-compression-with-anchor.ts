import type { CompressionResult, IContent } from '@palimpsest/core-types';
import { resolveHeadAnchorSeq } from './resolve-head-anchor-seq.ts';

/** What holds after a compression. */
export interface AnchoredHistory {
  readonly history: readonly IContent[];
  /** `cacheAnchorSeq` of the next compression; 0 for none. */
  readonly anchorSeq: number;
}

/**
 * The history and the anchor that hold after a compression. Nothing is changed: the host puts both in place, in one step (#3070).
 *
 * A no-op leaves both as they were. Without a preserved head the anchor is 0. Else it is the last entry of that head; but it never moves
 * back: where the entry that was the anchor so far still stands, behind a shorter head, it stays the anchor.
 *
 * @param before the history that was compressed
 * @param anchorSeq the anchor so far; 0 for none
 * @throws {CompressionStrategyError} `INVALID_CACHE_ANCHOR` where the last entry of the head has no number
 */
export function applyCompressionWithAnchor(
  before: readonly IContent[],
  result: CompressionResult,
  anchorSeq = 0,
): AnchoredHistory {
  if (result.kind === 'noop') return { history: before, anchorSeq };
  const { newHistory: history, metadata } = result;
  const headSeq = resolveHeadAnchorSeq(history, metadata.topPreserved);
  if (headSeq === undefined) return { history, anchorSeq: 0 };
  const standing = anchorSeq === 0 ? -1 : indexOfSeq(history, anchorSeq);
  return { history, anchorSeq: standing >= metadata.topPreserved! ? anchorSeq : headSeq };
}

/** Found by its exact number: after a rebuild numbers do not ascend. */
function indexOfSeq(history: readonly IContent[], seq: number): number {
  return history.findIndex(({ metadata }) => metadata?.chronology?.seq === seq);
}
