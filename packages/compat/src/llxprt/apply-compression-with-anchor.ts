import type { CompressionResult } from '@palimpsest/core-types';
import { resolveHeadAnchorSeq } from './resolve-head-anchor-seq.ts';
import type { StrategyCompressionResult } from './types/compression.ts';
import type { HistoryEntry, IContent } from './types/content.ts';

/** The history and the cache anchor after a compression. */
interface AnchoredHistory {
  readonly history: readonly IContent[];
  /** `cacheAnchorSeq` of the next compression; 0 means no anchor. */
  readonly anchorSeq: number;
}

/**
 * Returns the history and the cache anchor after a compression. Changes nothing: the host stores both in one step (#3070).
 *
 * A no-op returns both unchanged. Without a preserved head the anchor is 0; otherwise it is the last entry of the head. With a head, the
 * anchor never moves back: if the previous anchor entry is still in the history, after a shorter head, it stays the anchor.
 *
 * @param before the history that was compressed
 * @param anchorSeq the previous anchor; 0 means none
 * @throws {CompressionStrategyError} `INVALID_CACHE_ANCHOR` when the head is invalid or its last entry has no number
 */
export function applyCompressionWithAnchor(
  before: readonly HistoryEntry[],
  result: StrategyCompressionResult | CompressionResult,
  anchorSeq = 0,
): AnchoredHistory {
  // Safe cast: a host's history has only the entry types that the host declares.
  if (result.kind === 'noop') return { history: before as readonly IContent[], anchorSeq };
  const { metadata } = result;
  const history = result.newHistory as IContent[];
  const headSeq = resolveHeadAnchorSeq(history, metadata.topPreserved);
  if (headSeq === undefined) return { history, anchorSeq: 0 };
  const previousIndex = anchorSeq === 0 ? -1 : indexOfSeq(history, anchorSeq);
  return { history, anchorSeq: previousIndex >= metadata.topPreserved! ? anchorSeq : headSeq };
}

/** Returns the index of the entry with this number, -1 if there is none. After a rebuild the numbers may not ascend. */
function indexOfSeq(history: readonly HistoryEntry[], seq: number): number {
  return history.findIndex(({ metadata }) => metadata?.chronology?.seq === seq);
}
