export { DuplicateOptionError } from './duplicate-option-error.ts';
export type { DuplicateOptions } from './duplicate-options.ts';
export { findFileInclusions, type ClosingLine, type FileInclusion } from './file-inclusions.ts';
export { findDuplicates, type Duplicate } from './find-duplicates.ts';
export {
  findNearDuplicates,
  type NearDuplicate,
  type NearDuplicateOptions,
} from './find-near-duplicates.ts';
export { lineSimilarity } from './line-similarity.ts';
export { removeRepeatedInclusions, type RepeatedInclusions } from './repeated-inclusions.ts';
export { stripInclusions } from './strip-inclusions.ts';
export {
  trackInclusions,
  type InclusionTracker,
  type RepeatedInclusionsOptions,
} from './track-inclusions.ts';
