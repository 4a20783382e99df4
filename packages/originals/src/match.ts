import type { CompressionRecord, Segment } from './compression-record.ts';

/** Compressions that fit a list equally well. */
export interface Match {
  readonly records: readonly CompressionRecord[];
  readonly segments: readonly Segment[];
  /** Messages of the output that are in the list. */
  readonly count: number;
}
