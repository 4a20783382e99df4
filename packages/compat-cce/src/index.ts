export { classifyMessage, type ClassifyResult } from './classify-message.ts';
export { compress } from './compress.ts';
export { analyzeDuplicates, analyzeFuzzyDuplicates } from './duplicate-analysis.ts';
export { InvalidInputError } from './invalid-input-error.ts';
export {
  createEscalatingSummarizer,
  createSummarizer,
  type CallLlm,
  type CreateEscalatingSummarizerOptions,
  type CreateSummarizerOptions,
} from './llm-summarizer.ts';
export type { Message } from './message.ts';
export {
  defaultTokenCounter,
  type CompressOptions,
  type Summarizer,
  type SyncCompressOptions,
  type TokenCounter,
} from './options.ts';
export type { CceOriginal } from './provenance.ts';
export type { CompressionStatistics, CompressResult } from './result.ts';
export {
  uncompress,
  type StoreLookup,
  type UncompressOptions,
  type UncompressResult,
  type VerbatimMap,
} from './uncompress.ts';
