import type { RequirementLevel } from '@palimpsest/core-types';

/** The label of each level before a restated directive: `(must not) touch the schema`. */
export const REQUIREMENT_LABELS: Readonly<Record<RequirementLevel, string>> = {
  'must-not': 'must not',
  must: 'must',
  only: 'only',
  should: 'should',
  prefer: 'prefers',
};
