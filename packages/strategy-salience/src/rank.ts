export type { Passage, Role } from './ranking/passage.ts';
export { explainUnit, type SelectionReason } from './ranking/explain-unit.ts';
export { rank, type Ranking } from './ranking/rank.ts';
export { TERM_KINDS } from './words/term-kind.ts';
export { createTextParser, type TextParser } from './reading/create-text-parser.ts';
export { idMarkLength, isOnlyGapMarkers } from './reading/json-marks.ts';
export { SMALL_GROUP } from './reading/read-json.ts';
export {
  isContinuation,
  isKey,
  isTopLevel,
  isSentence,
  isGapUnit,
  isTrivial,
  getOmittedCount,
  unitEnd,
  unitLength,
  unitStart,
  unitText,
  type ParsedText,
} from './reading/parsed-text.ts';
export { countOmitted, render } from './rendering/render.ts';
export { featureTables } from './value/tables.ts';
export {
  checkWeights,
  DEFAULT_WEIGHTS,
  LINE_FEATURES,
  SalienceOptionError,
  TERM_FEATURES,
  type TermWeights,
  type SalienceWeights,
} from './value/weights.ts';
