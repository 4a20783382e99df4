export {
  defineSummaryStrategy,
  type SummaryInput,
  type SummaryStrategy,
} from './define-summary-strategy.ts';
export { buildRequest } from './asking/build-request.ts';
export { SNAPSHOT_PROMPT, type SummaryMode } from './asking/instructions.ts';
export { type Outcome } from './facts/artifacts.ts';
export { parseFacts, type PinnedDirective, type SnapshotFacts } from './facts/snapshot-facts.ts';
export {
  isFallbackEligibleCompressionError,
  isTransientCompressionError,
  shouldRetryCompressionError,
} from './is-transient.ts';
export { promptFiles } from './prompt.ts';
export {
  mediaBlockToCompressionPlaceholder,
  renderHistory,
  sanitizeHistoryForCompression,
} from './showing/render-history.ts';
export { SnapshotOptionError } from './snapshot-option-error.ts';
export { findPreservedTailStart, MIN_COMPRESSIBLE, shareOf, type Split } from './split.ts';
export { buildContinuationDirective, type ContinuationFacts } from './todos.ts';
