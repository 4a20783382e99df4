export { findFileInclusions } from './file-inclusions.ts';
export { findDuplicates } from './find-duplicates.ts';
export { findNearDuplicates } from './find-near-duplicates.ts';
export { removeRepeatedInclusions, trackInclusions } from './track-inclusions.ts';
