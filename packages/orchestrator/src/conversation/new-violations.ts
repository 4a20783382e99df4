import type { IContent } from '@palimpsest/core-types';
import { findViolations, type Violation } from '@palimpsest/engine/history';

/** Returns the violations of invariants that an edit would add. A history that was broken already can still be changed. */
export function findNewViolations(
  before: readonly IContent[],
  after: readonly IContent[],
): Violation[] {
  // Compared without the index, because entries may have moved.
  const known = new Set(findViolations(before).map(nameOf));
  return findViolations(after).filter((violation) => !known.has(nameOf(violation)));
}

function nameOf({ law, message }: Violation): string {
  return `${law}: ${message}`;
}
