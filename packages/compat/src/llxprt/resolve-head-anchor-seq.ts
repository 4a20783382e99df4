import { CompressionStrategyError, describeValue } from '@palimpsest/core-types';
import type { HistoryEntry } from './types/content.ts';

/**
 * Returns the `chronology.seq` of the last entry of the preserved head: the `cacheAnchorSeq` of the next compression, which keeps
 * the provider's cached prefix byte for byte (#3070). Returns `undefined` without a preserved head (`topPreserved` 0 or absent):
 * reset the anchor then.
 *
 * @param history the result of the compression
 * @param topPreserved number of unchanged entries at its start, from `metadata.topPreserved`
 * @throws {CompressionStrategyError} `INVALID_CACHE_ANCHOR` when the history has no such head, or its last entry has no number
 */
export function resolveHeadAnchorSeq(
  history: readonly HistoryEntry[],
  topPreserved: number | undefined,
): number | undefined {
  if (topPreserved === undefined || topPreserved <= 0) return undefined;
  if (!Number.isInteger(topPreserved) || topPreserved > history.length) {
    throw invalid(
      `topPreserved: expected a whole number up to ${history.length}, the length of the history, got ${describeValue(topPreserved)}.`,
    );
  }
  const seq: unknown = history[topPreserved - 1]!.metadata?.chronology?.seq;
  if (typeof seq === 'number' && Number.isInteger(seq) && seq > 0) return seq;
  throw invalid(
    `metadata.chronology.seq of entry ${topPreserved - 1}, the last of the preserved head: expected a whole number above 0, got ${describeValue(seq)}. ` +
      'Number every entry when it is recorded.',
  );
}

function invalid(message: string): CompressionStrategyError {
  return new CompressionStrategyError(
    `No cache anchor can be set. ${message}`,
    'INVALID_CACHE_ANCHOR',
  );
}
