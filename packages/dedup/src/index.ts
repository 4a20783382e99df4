export { DuplicateOptionError } from './duplicate-option-error.ts';
export { findFileInclusions } from './file-inclusions.ts';
export { findDuplicates, type Duplicate } from './find-duplicates.ts';
export { findNearDuplicates, type NearDuplicate } from './find-near-duplicates.ts';
export { removeRepeatedInclusions, type RepeatedInclusions } from './repeated-inclusions.ts';
export { stripInclusions } from './strip-inclusions.ts';
export { trackInclusions } from './track-inclusions.ts';
export { lineSimilarity } from './line-similarity.ts';
