export type { Passage, Role } from './passage.ts';
export { explainUnit, type UnitReason } from './ranking/explain-unit.ts';
export { LEFT_OUT } from './ranking/choose.ts';
export { rank, type Ranking, type RankOptions } from './ranking/rank.ts';
export { ATOM_KINDS, type AtomKind } from './words/atom-kind.ts';
export { createReader, type Reader } from './reading/create-reader.ts';
export { idMarkLength, saysOnlyGap } from './reading/json-marks.ts';
export { SMALL_GROUP } from './reading/read-json.ts';
export type { Reading } from './reading/reading.ts';
export {
  isContinuation,
  isKey,
  isOutermost,
  isSentence,
  isStandIn,
  isTrivial,
  standsFor,
  unitEnd,
  unitLength,
  unitStart,
  unitText,
} from './reading/unit.ts';
export { SalienceOptionError } from './salience-option-error.ts';
export { checkWeights } from './value/check-weights.ts';
export { leftOut, render, type RenderOptions } from './rendering/render.ts';
export {
  featureTables,
  type AtomRow,
  type FeatureRow,
  type FeatureTables,
} from './value/tables.ts';
export {
  ATOM_FEATURES,
  DEFAULT_WEIGHTS,
  LINE_FEATURES,
  type AtomFeature,
  type AtomWeights,
  type LineFeature,
  type SalienceWeights,
} from './value/weights.ts';
