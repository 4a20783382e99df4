export { aggregateTextFromBlocks } from './llxprt/aggregate-text-from-blocks.ts';
export { applyCompressionWithAnchor } from './llxprt/apply-compression-with-anchor.ts';
export { buildContinuationDirective } from './llxprt/build-continuation-directive.ts';
export { COMPRESSION_ERROR_CODES, STRUCTURAL_NOOP_REASONS } from './llxprt/constants.ts';
export { estimatePendingTokens } from './llxprt/estimate-pending-tokens.ts';
export {
  DEFAULT_COMPLETION_BUDGET,
  DEFAULT_COMPLETION_FRACTION,
  extractCompletionBudgetFromParams,
  getCompletionBudget,
} from './llxprt/get-completion-budget.ts';
export {
  DEFAULT_COMPRESSION_STRATEGY,
  getCompressionStrategy,
  parseCompressionStrategyName,
  type StrategySource,
} from './llxprt/get-compression-strategy.ts';
export {
  adjustForToolCallBoundary,
  applyDensityResult,
  findBackwardValidSplitPoint,
  findForwardValidSplitPoint,
  sanitizeHistoryForCompression,
} from './llxprt/histories.ts';
export { resolveHeadAnchorSeq } from './llxprt/resolve-head-anchor-seq.ts';
export {
  HighDensityStrategy,
  MiddleOutStrategy,
  OneShotStrategy,
  TopDownTruncationStrategy,
} from './llxprt/strategies.ts';
export type {
  CompressionContext,
  CompressionProvider,
  CompressionProviderResult,
  CompressionResultMetadata,
  CompressionStrategy,
  CompressionStrategyName,
  DensityResult,
  StrategyCompressionResult,
  StrategyCompressionResult as CompressionResult,
  StructuralNoopReason,
} from './llxprt/types/compression.ts';
export type {
  ChronologyMarker,
  CodeBlock,
  ContentBlock,
  ContentMetadata,
  HistoryEntry,
  IContent,
  MediaBlock,
  TextBlock,
  ThinkingBlock,
  ToolCallBlock,
  ToolResponseBlock,
} from './llxprt/types/content.ts';
export {
  COMPRESSION_STRATEGIES,
  CompressionExecutionError,
  CompressionProfileNotFoundError,
  CompressionStrategyError,
  EmptySummaryError,
  PRUNED_POINTER,
  PromptResolutionError,
  UnknownStrategyError,
  type DensityConfig,
  type DensityResultMetadata,
  type StrategyTrigger,
  type Todo,
  type UsageStats,
} from '@palimpsest/core-types';
export {
  createSettings,
  parseSettings,
  resolveCompressionThreshold,
  resolveOptimizeThreshold,
  SETTING_SPECS,
  toDensityConfig,
  toEphemeralAccessors,
  type Settings,
} from '@palimpsest/factory/settings';
export { ContextOverflowError, InvalidContextBudgetError } from '@palimpsest/orchestrator';
export {
  isFallbackEligibleCompressionError,
  isTransientCompressionError,
  mediaBlockToCompressionPlaceholder,
  shouldRetryCompressionError,
} from '@palimpsest/summarizer/history';
export {
  LLXPRT_READ_TOOLS as READ_TOOLS,
  LLXPRT_WRITE_TOOLS as WRITE_TOOLS,
} from '@palimpsest/engine/tools';
