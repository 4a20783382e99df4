export {
  applyCompressionWithAnchor,
  type AnchoredHistory,
} from './apply-compression-with-anchor.ts';
export { buildContinuationDirective } from './build-continuation-directive.ts';
export {
  getCompletionBudget,
  type BudgetProvider,
  type BudgetSettings,
} from './get-completion-budget.ts';
export {
  DEFAULT_COMPRESSION_STRATEGY,
  getCompressionStrategy,
  type StrategySource,
} from './get-compression-strategy.ts';
export { resolveHeadAnchorSeq } from './resolve-head-anchor-seq.ts';
export {
  COMPRESSION_STRATEGIES,
  CompressionExecutionError,
  CompressionProfileNotFoundError,
  CompressionStrategyError,
  EmptySummaryError,
  PRUNED_POINTER,
  PromptResolutionError,
  UnknownStrategyError,
  type CompressionContext,
  type CompressionResult,
  type CompressionStrategy,
  type CompressionStrategyName,
  type DensityConfig,
  type DensityResult,
  type IContent,
} from '@palimpsest/core-types';
export { parseCompressionStrategyName } from '@palimpsest/factory/settings';
export {
  adjustForToolCallBoundary,
  applyDensityResult,
  findBackwardValidSplitPoint,
  findForwardValidSplitPoint,
} from '@palimpsest/history';
export {
  ContextOverflowError,
  DEFAULT_COMPLETION_BUDGET,
  DEFAULT_COMPLETION_FRACTION,
  InvalidContextBudgetError,
} from '@palimpsest/orchestrator';
export {
  isFallbackEligibleCompressionError,
  isTransientCompressionError,
  mediaBlockToCompressionPlaceholder,
  sanitizeHistoryForCompression,
  shouldRetryCompressionError,
} from '@palimpsest/snapshot';
export { HighDensityStrategy } from '@palimpsest/strategy-high-density';
export { MiddleOutStrategy } from '@palimpsest/strategy-middle-out';
export { OneShotStrategy } from '@palimpsest/strategy-one-shot';
export { TopDownTruncationStrategy } from '@palimpsest/strategy-top-down-truncation';
export { READ_TOOLS, WRITE_TOOLS } from '@palimpsest/tool-taxonomy';
