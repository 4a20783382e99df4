import type { CompressionResult } from '@palimpsest/core-types';
import { resolveHeadAnchorSeq } from './resolve-head-anchor-seq.ts';
import type { StrategyCompressionResult } from './types/compression.ts';
import type { HistoryEntry, IContent } from './types/content.ts';

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
  before: readonly HistoryEntry[],
  result: StrategyCompressionResult | CompressionResult,
  anchorSeq = 0,
): AnchoredHistory {
  // The entries of a host have the kinds it knows, before and after.
  if (result.kind === 'noop') return { history: before as readonly IContent[], anchorSeq };
  const { metadata } = result;
  const history = result.newHistory as IContent[];
  const headSeq = resolveHeadAnchorSeq(history, metadata.topPreserved);
  if (headSeq === undefined) return { history, anchorSeq: 0 };
  const standing = anchorSeq === 0 ? -1 : indexOfSeq(history, anchorSeq);
  return { history, anchorSeq: standing >= metadata.topPreserved! ? anchorSeq : headSeq };
}

/** Found by its exact number: after a rebuild numbers do not ascend. */
function indexOfSeq(history: readonly HistoryEntry[], seq: number): number {
  return history.findIndex(({ metadata }) => metadata?.chronology?.seq === seq);
}
