export { showBlock, mediaBlockToCompressionPlaceholder } from './showing/show-block.ts';
export { sanitizeHistoryForCompression } from './showing/sanitize-history.ts';
export { quoteEntries, renderHistory, type RenderedEntry } from './showing/quote-history.ts';
export { buildRequest, type QuotedSection, type RequestParts } from './asking/build-request.ts';
export { SNAPSHOT_PROMPT, type SummaryMode } from './asking/instructions.ts';
export { parseResponse, type ParsedResponse } from './asking/parse-response.ts';
export {
  collectArtifacts,
  formatArtifacts,
  type ArtifactLog,
  type CommandRow,
  type FileRow,
  type Outcome,
} from './facts/collect-artifacts.ts';
export { parseFacts } from './facts/parse-facts.ts';
export { snapshotFacts, type PinnedDirective, type SnapshotFacts } from './facts/snapshot-facts.ts';
export { buildContinuationDirective, type ContinuationFacts } from './continuation-directive.ts';
export {
  isFallbackEligibleCompressionError,
  isTransientCompressionError,
  shouldRetryCompressionError,
} from './errors/is-transient.ts';
export { SnapshotOptionError } from './errors/snapshot-option-error.ts';
export {
  assertModel,
  resolveModelOptions,
  type ResolvedModelOptions,
  type ModelStrategyOptions,
} from './model-options.ts';
export { modelOptionsFromSettings, modelSettings } from './model-settings.ts';
export { promptFiles } from './prompt.ts';
export { compressWithModel, type ModelStrategy } from './compress-with-model.ts';
export { findPreservedTailStart, shareOf } from './find-preserved-tail-start.ts';
export { SnapshotStrategy } from './snapshot-strategy.ts';
export { MIN_COMPRESSIBLE, type Split, type SplitContext } from './split-context.ts';
