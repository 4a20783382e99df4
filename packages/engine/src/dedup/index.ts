import type { DuplicateFinder } from '@palimpsest/core-types';
import { findDuplicates } from './find-duplicates.ts';
import { findNearDuplicates } from './find-near-duplicates.ts';
import { removeRepeatedInclusions } from './repeated-inclusions.ts';

export { findDuplicates, findNearDuplicates, removeRepeatedInclusions };

/** These functions as a service. */
export const duplicateFinder: DuplicateFinder = {
  findDuplicates,
  findNearDuplicates,
  removeRepeatedInclusions,
};
