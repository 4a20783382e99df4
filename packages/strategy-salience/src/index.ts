export { salience } from './plugin.ts';
export { SalienceStrategy, type SalienceOptions } from './salience-strategy.ts';
export { passageOf, readHistory } from './read-history.ts';
export { createReadingMemory } from './reading-memory.ts';
