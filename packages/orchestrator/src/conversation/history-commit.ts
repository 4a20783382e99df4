import { PalimpsestError, type IContent, type RawHistory } from '@palimpsest/core-types';
import { historyInvariants, type Violation } from '@palimpsest/history';

const SHOWN_VIOLATIONS = 3;

/** A point-in-time view of a history: the input of a compression, and required to commit its result. */
export interface HistorySnapshot {
  readonly entries: RawHistory;
  readonly version: number;
}

/** The effect of a commit. */
export interface Commit {
  /** Version of the history after the commit; unchanged if nothing changed. */
  readonly version: number;
  /** Index of the first entry that differs now. A conversation that the provider stores is valid up to it. Absent if nothing changed. */
  readonly firstChangedIndex?: number;
  readonly lengthBefore: number;
  readonly lengthAfter: number;
  /** Entries appended after the snapshot. They follow the new entries, unchanged. */
  readonly appendedSince: number;
}

/** Why a commit was refused. */
export type HistoryCommitCode =
  /** Another commit followed the snapshot. Take a new snapshot and compress again. */
  | 'STALE_SNAPSHOT'
  /** The snapshot is not from this history. */
  | 'FOREIGN_SNAPSHOT'
  /** The new entries contain one that was appended after the snapshot; it would occur twice. */
  | 'ENTRY_NOT_IN_SNAPSHOT'
  /** The result would break an invariant that the history kept. */
  | 'BROKEN_HISTORY';

/** Thrown when a commit is refused; the history is unchanged. */
export class HistoryCommitError extends PalimpsestError {
  override readonly name: string = 'HistoryCommitError';
  declare readonly code: HistoryCommitCode;
  /** New violations, with indices into the refused result. Empty for other codes. */
  readonly violations: readonly Violation[];

  constructor(code: HistoryCommitCode, message: string, violations: readonly Violation[] = []) {
    super(message, code);
    this.violations = violations;
  }
}

/**
 * Checks that no new entry was appended after the snapshot: the history keeps those itself.
 *
 * @throws {HistoryCommitError} `ENTRY_NOT_IN_SNAPSHOT`
 */
export function assertInSnapshot(
  newEntries: readonly IContent[],
  snapshot: HistorySnapshot,
  appended: readonly IContent[],
): void {
  if (appended.length === 0) return;
  const unseen = new Set(appended);
  // The same object may be appended again.
  for (const entry of snapshot.entries) unseen.delete(entry);
  const index = newEntries.findIndex((entry) => unseen.has(entry));
  if (index < 0) return;
  throw new HistoryCommitError(
    'ENTRY_NOT_IN_SNAPSHOT',
    `New entry ${index} was appended after the snapshot and would occur twice. Compress snapshot.entries only: the history keeps later entries itself.`,
  );
}

/**
 * Checks that a change breaks no invariant that held before. A history that was broken already can still be changed.
 *
 * @throws {HistoryCommitError} `BROKEN_HISTORY`
 */
export function assertUnbroken(before: RawHistory, after: RawHistory): void {
  const found = listViolations(after);
  if (found.length === 0) return;
  // Compared without the index, because entries may have moved.
  const known = new Map<string, number>();
  for (const { law, message } of listViolations(before)) {
    const key = `${law}: ${message}`;
    known.set(key, (known.get(key) ?? 0) + 1);
  }
  const added = found.filter(({ law, message }) => {
    const key = `${law}: ${message}`;
    const left = known.get(key) ?? 0;
    known.set(key, left - 1);
    return left <= 0;
  });
  if (added.length === 0) return;
  const shown = added
    .slice(0, SHOWN_VIOLATIONS)
    .map(({ index, message }) => `${message} (entry ${index})`);
  throw new HistoryCommitError(
    'BROKEN_HISTORY',
    `The change would break the history: ${shown.join('; ')}${added.length > shown.length ? '; …' : ''}. Take a new snapshot, which includes the entries appended since, and compress that.`,
    added,
  );
}

function listViolations(history: RawHistory): Violation[] {
  return historyInvariants.flatMap((invariant) => invariant.check(history));
}
