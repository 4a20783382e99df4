export { findFileInclusions, type Closing, type FileInclusion } from './file-inclusions.ts';
export {
  removeRepeatedInclusions,
  type RepeatedInclusions,
  type RepeatedInclusionsOptions,
} from './repeated-inclusions.ts';
export { stripInclusions } from './strip-inclusions.ts';
