import type { IContent } from '@palimpsest/core-types';
import type { EntryLine } from './entry-line.ts';
import { HistoryCommitError } from './history-commit-error.ts';
import type { HistorySnapshot } from './history-snapshot.ts';

/** Gives out the snapshots of one history, and knows them again. */
export interface SnapshotTickets {
  /** The same snapshot until the version is another one. */
  take(line: EntryLine, version: number): HistorySnapshot;
  /** @throws {HistoryCommitError} `FOREIGN_SNAPSHOT` or `STALE_SNAPSHOT`, where the history has begun another line since */
  assertCurrent(snapshot: HistorySnapshot, line: EntryLine, version: number): void;
}

export function snapshotTickets(): SnapshotTickets {
  const lines = new WeakMap<HistorySnapshot, EntryLine>();
  let newest: HistorySnapshot | undefined;
  return {
    take(line, version) {
      if (newest?.version !== version) {
        newest = Object.freeze({ entries: line.view(), version });
        lines.set(newest, line);
      }
      return newest;
    },
    assertCurrent(snapshot, line, version) {
      const seen = lines.get(snapshot);
      if (seen === undefined) {
        throw new HistoryCommitError(
          'FOREIGN_SNAPSHOT',
          'The snapshot is not one of this history; commit the very object that its snapshot() answered.',
        );
      }
      if (seen !== line) {
        throw new HistoryCommitError(
          'STALE_SNAPSHOT',
          `Something else was committed since the snapshot of version ${snapshot.version}; the history is at ${version}. Take a new snapshot and compress again.`,
        );
      }
    },
  };
}

/**
 * Refuses new entries that were appended after the snapshot: they are kept anyway.
 *
 * @throws {HistoryCommitError} `ENTRY_NOT_IN_SNAPSHOT`
 */
export function assertSeen(
  newEntries: readonly IContent[],
  snapshot: HistorySnapshot,
  appended: readonly IContent[],
): void {
  if (appended.length === 0) return;
  const unseen = new Set(appended);
  // An object may be appended again.
  for (const entry of snapshot.entries) unseen.delete(entry);
  const index = newEntries.findIndex((entry) => unseen.has(entry));
  if (index < 0) return;
  throw new HistoryCommitError(
    'ENTRY_NOT_IN_SNAPSHOT',
    `New entry ${index} was appended after the snapshot and would stand twice; compress snapshot.entries, what came later is kept by itself.`,
  );
}
