export type {
  CodeBlock,
  ContentBlock,
  ContentMetadata,
  CuratedHistory,
  IContent,
  MediaBlock,
  OpaqueBlock,
  RawHistory,
  ResultBlock,
  Speaker,
  TextBlock,
  ThinkingBlock,
  ToolCallBlock,
  ToolResponseBlock,
  UsageStats,
} from './content.ts';
export {
  runAtOnce,
  createYieldToEventLoop,
  runInSlices,
  type YieldToEventLoop,
} from './yield-to-event-loop.ts';
export { defined } from './defined.ts';
export { hasToolCall, hasToolResult } from './entry-blocks.ts';
export { describeValue } from './describe-value.ts';
export type { DensityConfig, DensityResult, DensityResultMetadata } from './density.ts';
export {
  CompressionExecutionError,
  CompressionProfileNotFoundError,
  CompressionStrategyError,
  EmptySummaryError,
  OptionError,
  PalimpsestError,
  PromptResolutionError,
  UnknownStrategyError,
} from './errors.ts';
export {
  getRecallPrefixLength,
  findGapMarkers,
  formatGapMarker,
  hasMarkerLegend,
  hasRecallId,
  parseGapMarker,
  MARKER_LEGEND,
  withMarkerLegend,
  prependRecallId,
} from './gap-markers.ts';
export type { ToolSummaryStatus } from './markers.ts';
export {
  DROPPED_POINTER,
  formatDroppedNotice,
  isMarker,
  MARKER_MAX_LENGTH,
  parseDroppedNotice,
  parseToolSummaryStatus,
  PRUNED_POINTER,
  formatRepeatedFileMarker,
  formatToolSummary,
  type DroppedNotice,
} from './markers.ts';
export type {
  ModelProvider,
  ModelRequest,
  PromptResolver,
  ProviderResolver,
  ResolvedModel,
  Todo,
} from './model.ts';
export { MAX_TIMER_MS } from './max-timer.ts';
export type {
  HumanTextPolicy,
  ServiceDefaults,
  SettingValues,
  StrategyPlugin,
  StrategyServices,
} from './plugin.ts';
export { findBinaryText, replaceBinaryText } from './results/binary-text.ts';
export { stripEscapeSequences } from './results/escape-sequences.ts';
export { isRecord } from './results/is-record.ts';
export {
  formatMediaPlaceholder,
  mediaPlaceholder,
  parseMediaPlaceholder,
} from './results/media-placeholder.ts';
export {
  isBlockList,
  isResultBlock,
  replaceResultParts,
  resultParts,
  type ResultPart,
  type ResultPath,
} from './results/result-parts.ts';
export { findRecallId } from './results/find-recall-id.ts';
export { soleText, withSoleText } from './results/sole-text.ts';
export {
  formatDuplicateMarker,
  parseDuplicateMarker,
  formatSummaryMarker,
  formatTruncationMarker,
} from './summary-markers.ts';
export type {
  Directive,
  Duplicate,
  DuplicateFinder,
  RepeatedInclusions,
  RequirementLevel,
  Services,
  Summarizer,
  Summary,
  SummaryRequest,
} from './services.ts';
export {
  acceptsSetting,
  describeSetting,
  SETTING_TYPES,
  type SettingSpec,
  type SettingsOf,
  type SettingValue,
} from './setting-spec.ts';
export {
  COMPRESSION_STRATEGIES,
  type CompressionContext,
  type CompressionLogger,
  type CompressionResult,
  type CompressionResultMetadata,
  type CompressionStrategy,
  type CompressionStrategyName,
  type DroppedCounts,
  type EphemeralAccessors,
  type NoopReason,
  type OptimizingStrategy,
  type ProvenanceRecord,
  type ReduceLimits,
  type Repair,
  type ResultToReduce,
  type StrategyTrigger,
  type TokenEstimator,
} from './strategy.ts';
export type { ToolKind, ToolTaxonomy, ToolUse, ToolDefinition } from './tool-use.ts';
export { rejectOnAbort } from './reject-on-abort.ts';
