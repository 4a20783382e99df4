export {
  CompressionExecutionError,
  CompressionStrategyError,
  EmptySummaryError,
  OptionError,
} from '@palimpsest/core-types';
export { memoryOriginals, openOriginals, type Originals } from '@palimpsest/originals';
export type { CompressOptions } from './compress-options.ts';
export { compress, createPalimpsest, DEFAULT_STRATEGY, type Palimpsest } from './palimpsest.ts';
export { recall, type RecallTextResult } from './recall.ts';
export type { CompressReport, CompressResult } from './report.ts';
