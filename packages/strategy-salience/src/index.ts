export { createSalience, salience, type SalienceOptions } from './salience.ts';
export { reduceText } from './reduce-results.ts';
export { toPassage, parseHistory } from './parts.ts';
export { createParseCache } from './parse-cache.ts';
