import type { IContent } from '@palimpsest/core-types';
import { findViolations, type Violation } from '@palimpsest/engine/history';

/** Returns the first violation of a law that the history kept before an edit; `undefined` without one. */
export function findNewViolation(
  before: readonly IContent[],
  after: readonly IContent[],
): Violation | undefined {
  const known = new Set(findViolations(before).map(({ law }) => law));
  return findViolations(after).find(({ law }) => !known.has(law));
}
