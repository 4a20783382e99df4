import type { RawHistory } from '@palimpsest/core-types';

/** A history at one moment: what a compression works on, and the ticket its result is committed with. */
export interface HistorySnapshot {
  readonly entries: RawHistory;
  readonly version: number;
}

/** What a replacement did. */
export interface Commit {
  /** Of the history afterwards. Where nothing changed, the one it had. */
  readonly version: number;
  /** Index of the first entry that is another one now, as a host needs it that a provider keeps the conversation for. Absent where nothing changed. */
  readonly firstChangedIndex?: number;
  readonly lengthBefore: number;
  readonly lengthAfter: number;
  /** Entries appended after the snapshot; they stand at the end, untouched. */
  readonly appendedSince: number;
}
