import type { RequirementLevel } from '@palimpsest/core-types';

/** Label before a restated directive, by its level: `(must not) touch the schema`. `prefers` has the user as its subject. */
export const REQUIREMENT_LABELS: Readonly<Record<RequirementLevel, string>> = {
  'must-not': 'must not',
  must: 'must',
  only: 'only',
  should: 'should',
  prefer: 'prefers',
};
