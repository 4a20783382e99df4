export { classifyMessage, type ClassifyResult } from './cce/classify-message.ts';
export { compress } from './cce/compress.ts';
export { analyzeDuplicates, analyzeFuzzyDuplicates } from './cce/duplicate-analysis.ts';
export { InvalidInputError } from './cce/invalid-input-error.ts';
export {
  createEscalatingSummarizer,
  createSummarizer,
  type CallLlm,
  type CreateEscalatingSummarizerOptions,
  type CreateSummarizerOptions,
} from './cce/llm-summarizer.ts';
export type { Message } from './cce/message.ts';
export {
  defaultTokenCounter,
  type CompressOptions,
  type Summarizer,
  type SyncCompressOptions,
  type TokenCounter,
} from './cce/options.ts';
export type { CceOriginal } from './cce/provenance.ts';
export type { CompressionStatistics, CompressResult } from './cce/result.ts';
export {
  uncompress,
  type StoreLookup,
  type UncompressOptions,
  type UncompressResult,
  type VerbatimMap,
} from './cce/uncompress.ts';
