import { PalimpsestError, type IContent, type RawHistory } from '@palimpsest/core-types';
import { findViolations, type Violation } from '@palimpsest/engine/history';

const SHOWN_VIOLATIONS = 3;

/** Why a replacement was refused. */
export type HistoryCommitCode =
  /** The history no longer begins with the entries to replace. Compress what `raw` returns now. */
  | 'STALE_SNAPSHOT'
  /** The new entries contain one that was appended after the entries to replace; it would occur twice. */
  | 'ENTRY_NOT_IN_SNAPSHOT'
  /** The result would break an invariant that the history kept. */
  | 'BROKEN_HISTORY';

/** Thrown when a replacement is refused; the history is unchanged. */
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
 * Checks that no new entry is one that was appended since: the history keeps those itself.
 *
 * @throws {HistoryCommitError} `ENTRY_NOT_IN_SNAPSHOT`
 */
export function assertNotAppended(
  newEntries: readonly IContent[],
  replaced: RawHistory,
  appended: readonly IContent[],
): void {
  const unseen = new Set(appended);
  // The same object may be appended again.
  for (const entry of replaced) unseen.delete(entry);
  const index = newEntries.findIndex((entry) => unseen.has(entry));
  if (index < 0) return;
  throw new HistoryCommitError(
    'ENTRY_NOT_IN_SNAPSHOT',
    `New entry ${index} was appended since and would occur twice. Compress only the entries to replace: the history keeps later entries itself.`,
  );
}

/**
 * Checks that a change breaks no invariant that held before. A history that was broken already can still be changed.
 *
 * @throws {HistoryCommitError} `BROKEN_HISTORY`
 */
export function assertUnbroken(before: RawHistory, after: RawHistory): void {
  const found = findViolations(after);
  if (found.length === 0) return;
  // Compared without the index, because entries may have moved.
  const known = new Map<string, number>();
  for (const { law, message } of findViolations(before)) {
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
    `The change would break the history: ${shown.join('; ')}${added.length > shown.length ? '; …' : ''}. Compress what raw() returns now, which includes the entries appended since.`,
    added,
  );
}
