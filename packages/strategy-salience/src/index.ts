export { createSalience, salience } from './salience.ts';
export { reduceText } from './reduce-results.ts';
export { toPassage, parseHistory } from './parts/parts.ts';
export { createParseCache } from './parts/parse-cache.ts';
