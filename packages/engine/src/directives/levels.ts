import type { RequirementLevel } from '@palimpsest/core-types';

/** Label before a restated directive, by its level: `(must not) touch the schema`. `prefers` has the user as its subject. */
export const REQUIREMENT_LABELS: Readonly<Record<RequirementLevel, string>> = {
  'must-not': 'must not',
  must: 'must',
  only: 'only',
  should: 'should',
  prefer: 'prefers',
};

const BINDING: ReadonlySet<RequirementLevel> = new Set(['must-not', 'must', 'only']);

/** Returns whether a level binds: an order, a ban or a limit, not advice or a preference. */
export function isBindingLevel(level: RequirementLevel): boolean {
  return BINDING.has(level);
}
