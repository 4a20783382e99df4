export { assertInvariants, type InvariantInput } from './assert-invariants.ts';
export { curate, hasContent, isBlank, isReasoningOnly } from './blank.ts';
export { createCheckedEstimator } from './create-checked-estimator.ts';
export { countParts } from './count-parts.ts';
export { createResultBuilder, type ResultBuilder } from './create-result-builder.ts';
export { applyDensityResult } from './density-result.ts';
export {
  findValidNotice,
  isGeneratedNotice,
  createDroppedNotice,
  parseNoticeEntry,
  findStableTailStart,
} from './dropped-notices.ts';
export {
  indexExchanges,
  isAwaitingResult,
  type ToolCallRef,
  type Exchange,
  type ExchangeIndex,
  type ToolResultRef,
  type UnmatchedResult,
} from './exchange-index.ts';
export {
  fitToTarget,
  type EntryEdits,
  type FitResult,
  type FitRequest,
  type EvictionCandidate,
} from './fit-result.ts';
export { explainMarks, type ExplainOptions } from './explain-marks.ts';
export { mergeAdjacent, type MergeAdjacentOptions } from './merge-adjacent.ts';
export { groupResultsWithCalls, type GroupedHistory } from './group-results-with-calls.ts';
export {
  historyInvariants,
  noBlankEntries,
  noReasoningOnly,
  pairedCalls,
  wellFormedText,
  type HistoryInvariant,
  type Violation,
} from './history-invariants.ts';
export { expandToWholeExchanges } from './expand-to-whole-exchanges.ts';
export {
  DEMANDS_HEADING,
  humanTextLength,
  isGapMark,
  isHumanText,
  isRequest,
} from './human-text.ts';
export { keepTurns, makeTurnMark } from './keep-turns.ts';
export { buildResult, findFirstChange, type ResultInput } from './outcome.ts';
export {
  isGeneratedContinuation,
  isGeneratedSnapshot,
  createContinuationEntry,
  createSnapshotEntry,
} from './own-snapshot.ts';
export { plainTurns, type PlainNeighbours, type PlainTurns } from './plain-turns.ts';
export { applyPlan, previewPlan, type AppliedPlan, type EditPlan, type Insertion } from './plan.ts';
export { createIsProtected, type EntryPredicate } from './create-is-protected.ts';
export { repairHistory, type RepairedHistory } from './repair-history.ts';
export { findRoleProblems, type RoleProblem, type RoleRule } from './role-problems.ts';
export type { CheckedResult, ResultInvariant } from './result-invariant.ts';
export { checkInvariants, resultInvariants } from './result-invariants.ts';
export { listCandidatesByAge, listCandidatesByKind, type EvictionOptions } from './sacrifices.ts';
export { safeCuts, type SafeCuts } from './safe-cuts.ts';
export {
  adjustForToolCallBoundary,
  findBackwardValidSplitPoint,
  findForwardValidSplitPoint,
} from './split-points.ts';
export { sumUsage } from './sum-usage.ts';
export { findTailStart, countTailEntries } from './tail.ts';
export {
  DEFAULT_COMPRESS_HEADROOM,
  DEFAULT_COMPRESSION_THRESHOLD,
  DEFAULT_CONTEXT_LIMIT,
  DEFAULT_PRESERVE_THRESHOLD,
  resolveTargetTokens,
} from './target.ts';
export { createTokenCountCache, type TokenCountCache } from './token-count-cache.ts';
