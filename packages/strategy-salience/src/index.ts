export { salience } from './plugin.ts';
export { SalienceStrategy, type SalienceOptions } from './salience-strategy.ts';
export { toPassage, parseHistory } from './parse-history.ts';
export { createParseCache } from './parse-cache.ts';
