export {
  defineSummaryStrategy,
  findPreservedTailStart,
  MIN_COMPRESSIBLE,
  shareOf,
  type Split,
  type SummaryInput,
  type SummaryStrategy,
} from './history/define-summary-strategy.ts';
export { buildRequest, SNAPSHOT_PROMPT } from './history/asking/build-request.ts';
export { parseFacts, type SnapshotFacts } from './history/facts/snapshot-facts.ts';
export {
  isFallbackEligibleCompressionError,
  isTransientCompressionError,
  shouldRetryCompressionError,
} from './history/is-transient.ts';
export { promptFiles } from './history/prompt.ts';
export {
  mediaBlockToCompressionPlaceholder,
  renderHistory,
  sanitizeHistoryForCompression,
} from './history/showing/render-history.ts';
export { buildContinuationDirective, type ContinuationFacts } from './history/todos.ts';
