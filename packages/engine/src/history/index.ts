export { explainMarkers, isExplained } from './edits/explain-markers.ts';
export { fitToTarget, type EvictionCandidate, type FitResult } from './edits/fit-to-target.ts';
export {
  listCandidatesByAge,
  listCandidatesByKind,
  listHostedCalls,
} from './edits/list-candidates.ts';
export { mergeAdjacent } from './edits/merge-adjacent.ts';
export {
  applyDensityResult,
  applyPlan,
  findFirstChange,
  previewPlan,
  type EditPlan,
  type EntryEdits,
} from './edits/plan.ts';
export { replaceBySummary } from './edits/replace-by-summary.ts';
export {
  createIsProtected,
  curate,
  hasContent,
  isBlank,
  isReasoningOnly,
  type EntryPredicate,
} from './entries/blank.ts';
export {
  carriedDirectives,
  createContinuationEntry,
  createDroppedNotice,
  createSnapshotEntry,
  isGeneratedContinuation,
  isGeneratedNotice,
  isGeneratedSnapshot,
  parseNoticeEntry,
  SNAPSHOT_FACTS,
  type CarriedDirective,
} from './entries/generated-entries.ts';
export {
  DEMANDS_HEADING,
  findAnswer,
  humanTextLength,
  LONG_HUMAN_TEXT,
  isGapMarker,
  isHumanText,
  isRequest,
} from './entries/human-text.ts';
export { findViolations, type Violation } from './invariants/find-violations.ts';
export {
  resultInvariants,
  type CheckedResult,
  type ResultInvariant,
} from './invariants/result-invariants.ts';
export { findCopiedMark } from './record/find-copied-mark.ts';
export { partsOfEntry, type EntryPart, type TextSource } from './record/entry-parts.ts';
export {
  GAP,
  REPLACED_STATEMENT,
  type RecordFacts,
  type RecordItem,
  type RecordLine,
} from './record/grammar.ts';
export { personAnswer } from './record/person-answers.ts';
export {
  createRecordPlanner,
  findCarriedMedia,
  MEDIA_SHARE,
  type RecordPlace,
  type RecordRun,
} from './record/plan-records.ts';
export { personTexts, splitInjectedText } from './record/person-texts.ts';
export {
  createRecordEntry,
  isRecordEntry,
  readRecord,
  readRecordEntry,
} from './record/read-record.ts';
export { writeRecord, writeRecordInSteps } from './record/write-record.ts';
export { rememberRepaired, repairHistory } from './repair/repair-history.ts';
export {
  createCallMatcher,
  indexExchanges,
  type ExchangeIndex,
  type ToolCallRef,
} from './structure/exchange-index.ts';
export { expandToWholeExchanges } from './structure/exchange-units.ts';
export { groupResultsWithCalls } from './structure/group-results-with-calls.ts';
export { safeCuts, type SafeCuts } from './structure/safe-cuts.ts';
export { findTailStart } from './structure/tail.ts';
export {
  DEFAULT_COMPRESS_HEADROOM,
  DEFAULT_COMPRESSION_THRESHOLD,
  DEFAULT_CONTEXT_LIMIT,
  DEFAULT_PRESERVE_THRESHOLD,
  resolveTargetTokens,
} from './tokens/target.ts';
export { countParts, createCheckedEstimator } from './tokens/token-counts.ts';
export type { PlacedEntry } from './turns/keep-turns.ts';
export { findRoleProblems, makeTurnMarker, type RoleRule } from './turns/turns.ts';
