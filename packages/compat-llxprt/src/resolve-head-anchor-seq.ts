import { CompressionStrategyError, describeValue } from '@palimpsest/core-types';
import type { HistoryEntry } from './types/content.ts';

/**
 * The `chronology.seq` of the last entry of the head a compression preserved: what `cacheAnchorSeq` of the next one should be, so that
 * a provider's cached prefix stays byte for byte (#3070). `undefined` where no head was preserved (`topPreserved` 0 or absent): the
 * anchor is to be reset then.
 *
 * @param history what came out of the compression
 * @param topPreserved the oldest entries of it that are untouched, as `metadata.topPreserved` says
 * @throws {CompressionStrategyError} `INVALID_CACHE_ANCHOR` where there is no such head, or its last entry bears no number
 */
export function resolveHeadAnchorSeq(
  history: readonly HistoryEntry[],
  topPreserved: number | undefined,
): number | undefined {
  if (topPreserved === undefined || topPreserved <= 0) return undefined;
  if (!Number.isInteger(topPreserved) || topPreserved > history.length) {
    throw invalid(
      `topPreserved: got ${describeValue(topPreserved)}, accepted is a whole number up to ${history.length}, the length of the history.`,
    );
  }
  const seq: unknown = history[topPreserved - 1]!.metadata?.chronology?.seq;
  if (typeof seq === 'number' && Number.isInteger(seq) && seq > 0) return seq;
  throw invalid(
    `metadata.chronology.seq of entry ${topPreserved - 1}, the last of the preserved head: got ${describeValue(seq)}, accepted is a whole number above 0. ` +
      'Number every entry when it is recorded.',
  );
}

function invalid(message: string): CompressionStrategyError {
  return new CompressionStrategyError(
    `No cache anchor can be set. ${message}`,
    'INVALID_CACHE_ANCHOR',
  );
}
