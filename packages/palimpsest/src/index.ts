export {
  CompressionExecutionError,
  CompressionStrategyError,
  EmptySummaryError,
  OptionError,
} from '@palimpsest/core-types';
export { memoryOriginals, openOriginals, type Originals } from '@palimpsest/originals';
export type { CompressOptions } from './compress-options.ts';
export type { CompressResult, CompressedBody } from './compress-result.ts';
export { compress } from './compress.ts';
export { createPalimpsest, DEFAULT_STRATEGY, type Palimpsest } from './palimpsest.ts';
export { recall, type RecallTextResult } from './recall.ts';
export type { CompressReport } from './report.ts';
export { restoreBody, type RestoredBody } from './restore-body.ts';
