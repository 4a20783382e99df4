export { assertLawful, type AuditedCompression } from './assert-lawful.ts';
export { curate, hasContent, isBlank, isThinkingAlone } from './blank.ts';
export { checkedEstimate } from './checked-estimate.ts';
export { countParts } from './count-parts.ts';
export { decider, type Decide } from './decider.ts';
export { applyDensityResult } from './density-result.ts';
export {
  firstSettledNotice,
  isOwnNotice,
  makeDroppedNotice,
  readDroppedNotice,
  settledBoundary,
} from './dropped-notices.ts';
export {
  indexExchanges,
  isUnanswered,
  type CallSite,
  type Exchange,
  type ExchangeIndex,
  type ResponseSite,
  type StrayResponse,
} from './exchange-index.ts';
export { fitToTarget, type Changes, type Fit, type FitRequest, type Sacrifice } from './fit.ts';
export { explainMarks, type ExplainOptions } from './explain-marks.ts';
export { foldNeighbours, type FoldOptions } from './fold-neighbours.ts';
export { gatherResponses, type GatheredHistory } from './gather-responses.ts';
export {
  historyInvariants,
  noBlankEntries,
  noThinkingAlone,
  pairedCalls,
  wellFormedText,
  type HistoryInvariant,
  type Violation,
} from './history-invariants.ts';
export { heldEntries } from './held-entries.ts';
export {
  DEMANDS_HEADING,
  humanTextLength,
  isGapMark,
  isHumanText,
  isRequest,
} from './human-text.ts';
export { keepTurns, makeTurnMark } from './keep-turns.ts';
export { conclude, firstChange, type Decision } from './outcome.ts';
export {
  isOwnContinuation,
  isOwnSnapshot,
  makeContinuation,
  makeSnapshot,
} from './own-snapshot.ts';
export { plainTurns, type PlainNeighbours, type PlainTurns } from './plain-turns.ts';
export {
  applyPlan,
  plannedHistory,
  type AppliedPlan,
  type HistoryPlan,
  type Insertion,
} from './plan.ts';
export { protection, type Protection } from './protection.ts';
export { repair, type RepairedHistory } from './repair.ts';
export { findRoleProblems, type RoleProblem, type RoleRule } from './role-problems.ts';
export type { JudgedResult, ResultLaw } from './result-law.ts';
export { judge, resultLaws } from './result-laws.ts';
export { sacrificesByAge, sacrificesByKind, type SacrificeOptions } from './sacrifices.ts';
export { safeCuts, type SafeCuts } from './safe-cuts.ts';
export {
  adjustForToolCallBoundary,
  findBackwardValidSplitPoint,
  findForwardValidSplitPoint,
} from './split-points.ts';
export { sumUsage } from './sum-usage.ts';
export { tailBoundary, tailLength } from './tail.ts';
export {
  DEFAULT_COMPRESS_HEADROOM,
  DEFAULT_COMPRESSION_THRESHOLD,
  DEFAULT_CONTEXT_LIMIT,
  DEFAULT_PRESERVE_THRESHOLD,
  resolveTargetTokens,
} from './target.ts';
export { tokenLedger, type TokenLedger } from './token-ledger.ts';
