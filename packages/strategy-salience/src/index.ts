export { salience, SalienceStrategy, type SalienceOptions } from './salience-strategy.ts';
export { toPassage, parseHistory } from './parts.ts';
export { createParseCache } from './parse-cache.ts';
