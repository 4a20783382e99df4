import type { RawHistory } from '@palimpsest/core-types';
import { historyInvariants, type Violation } from '@palimpsest/history';
import { HistoryCommitError } from './history-commit-error.ts';

const SHOWN = 3;

/**
 * Refuses a change that breaks a history. What was broken before may stay broken: a history that came in that way can still be changed.
 *
 * @throws {HistoryCommitError} `BROKEN_HISTORY`
 */
export function assertUnbroken(before: RawHistory, after: RawHistory): void {
  const found = violationsOf(after);
  if (found.length === 0) return;
  const known = new Map<string, number>();
  for (const violation of violationsOf(before)) {
    known.set(keyOf(violation), (known.get(keyOf(violation)) ?? 0) + 1);
  }
  const added = found.filter((violation) => {
    const left = known.get(keyOf(violation)) ?? 0;
    known.set(keyOf(violation), left - 1);
    return left <= 0;
  });
  if (added.length === 0) return;
  const shown = added.slice(0, SHOWN).map(({ index, message }) => `${message} (entry ${index})`);
  throw new HistoryCommitError(
    'BROKEN_HISTORY',
    `The change would break the history: ${shown.join('; ')}${added.length > SHOWN ? '; …' : ''}. Take a new snapshot, which holds what was appended meanwhile, and compress that.`,
    added,
  );
}

function violationsOf(history: RawHistory): Violation[] {
  return historyInvariants.flatMap((invariant) => invariant.check(history));
}

/** Says what is wrong without saying where: an entry that moved is still the same one. */
function keyOf({ law, message }: Violation): string {
  return `${law}: ${message}`;
}
