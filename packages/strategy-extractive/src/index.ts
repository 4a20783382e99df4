export { tailStart } from './compress.ts';
export { extractive, ExtractiveStrategy, type ExtractiveOptions } from './extractive-strategy.ts';
export type { SummaryFacts } from './history/reduce-passages.ts';
export { ExtractiveOptionError, extractiveSettings, type ExtractiveSettings } from './settings.ts';
