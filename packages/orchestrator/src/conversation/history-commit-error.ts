import { PalimpsestError } from '@palimpsest/core-types';
import type { Violation } from '@palimpsest/history';

/** Why a history was not replaced. */
export type HistoryCommitCode =
  /** Something else was committed since the snapshot. Take a new one and compress again. */
  | 'STALE_SNAPSHOT'
  /** The snapshot is not one of this history. */
  | 'FOREIGN_SNAPSHOT'
  /** The new entries hold one that was appended after the snapshot; it would stand twice. */
  | 'ENTRY_NOT_IN_SNAPSHOT'
  /** The result would break what the history kept. */
  | 'BROKEN_HISTORY';

/** A replacement was refused; the history is as it was. */
export class HistoryCommitError extends PalimpsestError {
  override readonly name: string = 'HistoryCommitError';
  declare readonly code: HistoryCommitCode;
  /** What would have been broken, with indices in the refused result. Empty for other codes. */
  readonly violations: readonly Violation[];

  constructor(code: HistoryCommitCode, message: string, violations: readonly Violation[] = []) {
    super(message, code);
    this.violations = violations;
  }
}
