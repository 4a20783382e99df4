export { applyDensityResult } from './edits/plan.ts';
export { explainMarkers, type ExplainOptions } from './edits/explain-markers.ts';
export {
  fitToTarget,
  type EntryEdits,
  type EvictionCandidate,
  type FitRequest,
  type FitResult,
} from './edits/fit-to-target.ts';
export { listCandidatesByAge, listCandidatesByKind } from './edits/list-candidates.ts';
export { mergeAdjacent } from './edits/merge-adjacent.ts';
export {
  applyPlan,
  findFirstChange,
  planProvenance,
  previewPlan,
  type EditPlan,
  type Insertion,
} from './edits/plan.ts';
export {
  createIsProtected,
  curate,
  hasContent,
  isBlank,
  isReasoningOnly,
  type EntryPredicate,
} from './entries/blank.ts';
export {
  createDroppedNotice,
  isGeneratedNotice,
  parseNoticeEntry,
} from './entries/generated-entries.ts';
export {
  DEMANDS_HEADING,
  findAnswer,
  humanTextLength,
  isGapMarker,
  isHumanText,
  isRequest,
} from './entries/human-text.ts';
export {
  createContinuationEntry,
  createSnapshotEntry,
  isGeneratedContinuation,
  isGeneratedSnapshot,
  SNAPSHOT_FACTS,
  carriedDirectives,
  type CarriedDirective,
} from './entries/generated-entries.ts';
export { assertInvariants } from './invariants/result-invariants.ts';
export { historyInvariants, type Violation } from './invariants/history-invariants.ts';
export type { CheckedResult, ResultInvariant } from './invariants/result-invariant.ts';
export { checkInvariants, resultInvariants } from './invariants/result-invariants.ts';
export { findCopiedMark, type CopiedMark, type GuardContext } from './record/find-copied-mark.ts';
export { partsOfEntry, type EntryPart, type TextSource } from './record/entry-parts.ts';
export { GAP, type RecordFacts, type RecordItem, type RecordLine } from './record/grammar.ts';
export { personTexts, splitInjectedText, type TextSegment } from './record/person-texts.ts';
export {
  createRecordEntry,
  isRecordEntry,
  readRecord,
  readRecordEntry,
  type ReadRecord,
} from './record/read-record.ts';
export { writeRecord } from './record/write-record.ts';
export { rememberRepaired, repairHistory, type RepairedHistory } from './repair/repair-history.ts';
export {
  createCallMatcher,
  indexExchanges,
  type CallMatcher,
  type Exchange,
  type ExchangeIndex,
  type ToolCallRef,
} from './structure/exchange-index.ts';
export { expandToWholeExchanges } from './structure/exchange-units.ts';
export { groupResultsWithCalls } from './structure/group-results-with-calls.ts';
export {
  adjustForToolCallBoundary,
  findBackwardValidSplitPoint,
  findForwardValidSplitPoint,
  safeCuts,
  type SafeCuts,
} from './structure/safe-cuts.ts';
export { findTailStart, findTailWithin } from './structure/tail.ts';
export {
  DEFAULT_COMPRESS_HEADROOM,
  DEFAULT_COMPRESSION_THRESHOLD,
  DEFAULT_CONTEXT_LIMIT,
  DEFAULT_PRESERVE_THRESHOLD,
  resolveTargetTokens,
} from './tokens/target.ts';
export {
  countParts,
  createCheckedEstimator,
  createTokenCountCache,
  type TokenCountCache,
} from './tokens/token-counts.ts';
export { keepTurns, makeTurnMarker } from './turns/keep-turns.ts';
export { replaceBySummary, type SummaryRequest } from './turns/replace-by-summary.ts';
export { plainTurnEntries, plainTurns } from './turns/turns.ts';
export type { NoticeRequest } from './turns/place-notice.ts';
export { findRoleProblems, type RoleRule } from './turns/turns.ts';
