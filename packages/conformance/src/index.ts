export { historyArbitrary, textArbitrary } from './arbitraries.ts';
export { checkStrategy, type CheckOptions, type CheckReport } from './check-strategy.ts';
