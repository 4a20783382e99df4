export { salience } from './plugin.ts';
export { SalienceStrategy, type SalienceOptions } from './salience-strategy.ts';
