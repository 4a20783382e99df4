export { DuplicateOptionError } from './duplicate-options.ts';
export { findFileInclusions } from './file-inclusions.ts';
export { findDuplicates } from './find-duplicates.ts';
export { findNearDuplicates, type NearDuplicate } from './find-near-duplicates.ts';
export { lineSimilarity } from './line-similarity.ts';
export {
  removeRepeatedInclusions,
  trackInclusions,
  type RepeatedInclusions,
} from './track-inclusions.ts';
