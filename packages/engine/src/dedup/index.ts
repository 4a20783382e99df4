export { findDuplicates } from './find-duplicates.ts';
export { findNearDuplicates } from './find-near-duplicates.ts';
export { removeRepeatedInclusions } from './repeated-inclusions.ts';
