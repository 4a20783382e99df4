export type { Passage, Role } from './passage.ts';
export { explainUnit, type SelectionReason } from './ranking/explain-unit.ts';
export { NOT_SELECTED } from './ranking/select-units.ts';
export { rank, type Ranking, type RankOptions } from './ranking/rank.ts';
export { TERM_KINDS, type TermKind } from './words/term-kind.ts';
export { createTextParser, type TextParser } from './reading/create-text-parser.ts';
export { idMarkLength, isOnlyGapMarkers } from './reading/json-marks.ts';
export { SMALL_GROUP } from './reading/read-json.ts';
export type { ParsedText } from './reading/parsed-text.ts';
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
} from './reading/unit.ts';
export { SalienceOptionError } from './salience-option-error.ts';
export { checkWeights } from './value/check-weights.ts';
export { countOmitted, render, type RenderOptions } from './rendering/render.ts';
export {
  featureTables,
  type TermRow,
  type FeatureRow,
  type FeatureTables,
} from './value/tables.ts';
export {
  TERM_FEATURES,
  DEFAULT_WEIGHTS,
  LINE_FEATURES,
  type TermFeature,
  type TermWeights,
  type LineFeature,
  type SalienceWeights,
} from './value/weights.ts';
