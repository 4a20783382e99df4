export { showBlock, mediaBlockToCompressionPlaceholder } from './showing/show-block.ts';
export { sanitizeHistoryForCompression } from './showing/sanitize-history.ts';
export { quoteEntries, showHistory, type ShownEntry } from './showing/quote-history.ts';
export { buildRequest, type Quotation, type RequestParts } from './asking/build-request.ts';
export { SNAPSHOT_PROMPT, type SummaryMode } from './asking/instructions.ts';
export { readAnswer, type Answer } from './asking/read-answer.ts';
export {
  artifactTrail,
  trailRows,
  type ArtifactTrail,
  type CommandRow,
  type FileRow,
  type Outcome,
} from './facts/artifact-trail.ts';
export { readFacts } from './facts/read-facts.ts';
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
  modelMeans,
  type ModelMeans,
  type ModelStrategyOptions,
} from './model-options.ts';
export { modelOptionsOf, modelSettings } from './model-settings.ts';
export { promptFiles } from './prompt.ts';
export { compressWithModel, type ModelStrategy } from './compress-with-model.ts';
export { newestPart, shareOf } from './newest-part.ts';
export { SnapshotStrategy } from './snapshot-strategy.ts';
export { MIN_COMPRESSIBLE, type Split, type SplitGround } from './split-ground.ts';
