export { createExtractive, extractive, tailStart } from './extractive.ts';
export type { SummaryFacts } from './history/reduce-passages.ts';
