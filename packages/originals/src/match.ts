import type { CompressionRecord, Segment } from './compression-record.ts';

/** Compressions that fit a list equally well, with different ids, the newest first. */
export interface Match {
  readonly records: readonly CompressionRecord[];
  /** Where the output of the first is. */
  readonly segments: readonly Segment[];
  /** Messages of the output that are in the list. */
  readonly count: number;
}
