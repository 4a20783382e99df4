export { mediaBlockToCompressionPlaceholder } from './showing/show-block.ts';
export { sanitizeHistoryForCompression } from './showing/sanitize-history.ts';
export { renderHistory } from './showing/quote-history.ts';
export { buildRequest } from './asking/build-request.ts';
export { SNAPSHOT_PROMPT, type SummaryMode } from './asking/instructions.ts';
export { type Outcome } from './facts/collect-artifacts.ts';
export { parseFacts } from './facts/parse-facts.ts';
export { type PinnedDirective, type SnapshotFacts } from './facts/snapshot-facts.ts';
export { buildContinuationDirective, type ContinuationFacts } from './continuation-directive.ts';
export {
  isFallbackEligibleCompressionError,
  isTransientCompressionError,
  shouldRetryCompressionError,
} from './errors/is-transient.ts';
export { SnapshotOptionError } from './errors/snapshot-option-error.ts';
export { assertModel, type ModelStrategyOptions } from './model-options.ts';
export { modelOptionsFromSettings, modelSettings } from './model-settings.ts';
export { type ModelStrategy } from './compress-with-model.ts';
export { findPreservedTailStart, shareOf } from './find-preserved-tail-start.ts';
export { SnapshotStrategy } from './snapshot-strategy.ts';
export { MIN_COMPRESSIBLE, type Split, type SplitContext } from './split-context.ts';
export { promptFiles } from './prompt.ts';
