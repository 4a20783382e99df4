export type { Passage } from './ranking/unit-index.ts';
export { explainUnit } from './ranking/explain-unit.ts';
export { rank, type Ranking } from './ranking/rank.ts';
export { TERM_KINDS } from './words/term-kind.ts';
export { createTextParser, type TextParser } from './reading/create-text-parser.ts';
export { render } from './rendering/render.ts';
export {
  DEFAULT_WEIGHTS,
  LINE_FEATURES,
  TERM_FEATURES,
  type SalienceWeights,
  type TermWeights,
} from './value/weights.ts';
