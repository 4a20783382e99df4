export { buildRequest } from './asking/build-request.ts';
export { SNAPSHOT_PROMPT, type SummaryMode } from './asking/instructions.ts';
export { type Outcome } from './facts/artifacts.ts';
export { parseFacts, type PinnedDirective, type SnapshotFacts } from './facts/snapshot-facts.ts';
export {
  isFallbackEligibleCompressionError,
  isTransientCompressionError,
  shouldRetryCompressionError,
} from './is-transient.ts';
export { assertModel, type ModelStrategyOptions } from './model-options.ts';
export { modelOptionsFromSettings, modelSettings } from './model-settings.ts';
export { promptFiles } from './prompt.ts';
export {
  mediaBlockToCompressionPlaceholder,
  renderHistory,
  sanitizeHistoryForCompression,
} from './showing/render-history.ts';
export { SnapshotOptionError } from './snapshot-option-error.ts';
export { SnapshotStrategy, type ModelStrategy } from './snapshot-strategy.ts';
export {
  findPreservedTailStart,
  MIN_COMPRESSIBLE,
  shareOf,
  type Split,
  type SplitContext,
} from './split-context.ts';
export { buildContinuationDirective, type ContinuationFacts } from './todos.ts';
