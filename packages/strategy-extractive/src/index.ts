export { ExtractiveOptionError } from './extractive-option-error.ts';
export { ExtractiveStrategy, type ExtractiveOptions } from './extractive-strategy.ts';
export type { SummaryFacts } from './history/summary-facts.ts';
export type { Passage } from './pipeline/passage.ts';
export {
  joinParagraphs,
  type Paragraph,
  type Reduction,
  type SummarySource,
} from './pipeline/reduction.ts';
export { reductions, type PipelineOptions } from './pipeline/reductions.ts';
export { CUTS, shorten } from './pipeline/shorten.ts';
export { summaryId } from './pipeline/summary-id.ts';
export { extractive } from './plugin.ts';
export { extractiveSettings, type ExtractiveSettings } from './settings.ts';
export { tailStart } from './tail-start.ts';
