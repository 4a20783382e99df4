export {
  defineSummaryStrategy,
  findPreservedTailStart,
  MIN_COMPRESSIBLE,
  shareOf,
  type Split,
  type SummaryStrategy,
} from './history/define-summary-strategy.ts';
export type { SummaryInput } from './history/model-options.ts';
export {
  isFallbackEligibleCompressionError,
  isTransientCompressionError,
  shouldRetryCompressionError,
} from './history/is-transient.ts';
export {
  mediaBlockToCompressionPlaceholder,
  sanitizeHistoryForCompression,
} from './history/render-history.ts';
export { buildContinuationDirective, type ContinuationFacts } from './history/todos.ts';
