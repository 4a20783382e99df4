import type { CompressionRecord, Segment } from './compression-record.ts';

/** Compressions with different ids that match a list equally well, newest first. */
export interface Match {
  readonly records: readonly CompressionRecord[];
  /** Maps positions of the first record's output to positions of the list. */
  readonly segments: readonly Segment[];
  /** Number of output messages found in the list. */
  readonly count: number;
}
