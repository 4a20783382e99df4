export { checkStrategy, type CheckOptions, type CheckReport } from './check-strategy.ts';
export { historyArbitrary } from './history-arbitrary.ts';
export { textArbitrary } from './text-arbitrary.ts';
