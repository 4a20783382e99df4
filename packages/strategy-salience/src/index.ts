export { createSalience, salience } from './salience.ts';
export { DEFAULT_WEIGHTS, type SalienceWeights } from './value/weights.ts';
export { reduceText } from './reduce-results.ts';
export { parseHistory } from './record/parse-history.ts';
export { createParseCache } from './record/parse-cache.ts';
export { recordText } from './record/record-text.ts';
