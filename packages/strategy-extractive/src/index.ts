export { ExtractiveOptionError } from './extractive-option-error.ts';
export { ExtractiveStrategy, type ExtractiveOptions } from './extractive-strategy.ts';
export type { SummaryFacts } from './history/summary-facts.ts';
export { extractive } from './plugin.ts';
export { extractiveSettings, type ExtractiveSettings } from './settings.ts';
export { tailStart } from './tail-start.ts';
