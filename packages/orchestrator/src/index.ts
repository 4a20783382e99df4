export { createBreaker, type Breaker, type BreakerOptions } from './attempts/breaker.ts';
export type { BreakerJson, BreakerState } from './attempts/breaker-json.ts';
export { compressReliably, type ReliableOptions } from './attempts/compress-reliably.ts';
export type {
  AppliedOutcome,
  Attempt,
  CompressionEvent,
  CompressionOutcome,
  FailedOutcome,
  NoopOutcome,
  SkippedOutcome,
} from './attempts/outcome.ts';
export type { Sleep } from './attempts/pause.ts';
export { RE_ROUTES, type ReRoutes } from './attempts/re-routes.ts';
export {
  ContextBudgetOptionError,
  ContextLimitError,
  InvalidContextBudgetError,
} from './budget/budget-errors.ts';
export {
  DEFAULT_COMPLETION_BUDGET,
  DEFAULT_COMPLETION_FRACTION,
  getCompletionBudget,
  readCompletionBudget,
  type CompletionBudgetSource,
} from './budget/completion-budget.ts';
export {
  contextBudget,
  type ContextBudget,
  type ContextBudgetOptions,
} from './budget/context-budget.ts';
export {
  ContextOverflowError,
  type ContextFloor,
  type ContextOverflowDetails,
} from './budget/context-overflow-error.ts';
export {
  ConversationHistory,
  createConversationHistory,
  type ConversationHistoryOptions,
} from './conversation/conversation-history.ts';
export { HistoryCommitError, type HistoryCommitCode } from './conversation/history-commit-error.ts';
export type {
  AppendedEvent,
  CommittedEvent,
  HistoryEvent,
  HistoryListener,
} from './conversation/history-events.ts';
export type { HistoryJson } from './conversation/history-json.ts';
export type { Commit, HistorySnapshot } from './conversation/history-snapshot.ts';
export type { CacheLifetime, CachePrices, PriceTable } from './economics/cache-prices.ts';
export { checkPrices, PricingError } from './economics/check-prices.ts';
export {
  createCostLedger,
  type CostLedger,
  type CostLedgerOptions,
  type LedgerCall,
  type LedgerRecord,
  type LedgerSnapshot,
  type LedgerTotals,
} from './economics/cost-ledger.ts';
export type { EditedRequest, EditPricing } from './economics/edit-pricing.ts';
export {
  createEditSchedule,
  type EditSchedule,
  type EditScheduleOptions,
  type Hysteresis,
} from './economics/edit-schedule.ts';
export {
  expectedRemainingCalls,
  type RemainingCallsEstimator,
  type RemainingCallsOptions,
} from './economics/expected-remaining-calls.ts';
export {
  createPrefixCache,
  simulatePrefixCache,
  type CountedEntry,
  type PrefixCache,
  type PrefixCacheOptions,
  type SimulatedCall,
  type SimulatedRequest,
  type Simulation,
} from './economics/prefix-cache.ts';
export { priceCall, type CallTokens } from './economics/price-call.ts';
export { priceEdits, type EditPrice, type EditReason } from './economics/price-edits.ts';
export { PRICES } from './economics/prices.ts';
export { reportedTokens } from './economics/reported-tokens.ts';
export type {
  EditScheduleState,
  EditTurn,
  ScheduleReason,
  ScheduleStep,
} from './economics/schedule-step.ts';
export { createTokenMeter, type Measurable, type TokenMeter } from './meter/token-meter.ts';
export type { TokenSums } from './meter/token-sums.ts';
export { hasBoundThinking, type BoundThinking } from './orchestrator/bound-thinking.ts';
export { createOrchestrator } from './orchestrator/create-orchestrator.ts';
export type { Orchestrator } from './orchestrator/orchestrator.ts';
export type {
  OrchestratorEvent,
  OrchestratorListener,
} from './orchestrator/orchestrator-events.ts';
export type { OrchestratorJson } from './orchestrator/orchestrator-json.ts';
export type { OrchestratorOptions, TakenOut } from './orchestrator/orchestrator-options.ts';
export type { OrchestratorState, SentRequest, Stuck } from './orchestrator/orchestrator-state.ts';
export type { PrepareRequest } from './orchestrator/prepare-request.ts';
export type { Compression, Prepared, UnchangedReason } from './orchestrator/prepared.ts';
export { OrchestratorOptionError } from './orchestrator-option-error.ts';
export {
  fitUnderLimit,
  type OverflowOutcome,
  type OverflowRequest,
  type OverflowStep,
} from './overflow/fit-under-limit.ts';
export type { OverflowStepName } from './overflow/ladder.ts';
export type { DirectiveOptions } from './pinning/directive-options.ts';
export { isDirectivesNote } from './pinning/directives-note.ts';
export { keepDirectives } from './pinning/keep-directives.ts';
export {
  noteLostDirectives,
  type NotedDirectives,
  type NoteRequest,
} from './pinning/note-lost-directives.ts';
export { pinnedWithDirectives } from './pinning/pinned-with-directives.ts';
export { FailoverError } from './profiles/failover-error.ts';
export { createProfileResolver, type ProfileResolver } from './profiles/profile-resolver.ts';
export type { KeySources, ProfileResolverOptions } from './profiles/profile-resolver-options.ts';
export type { ProfileSettings } from './profiles/profile-settings.ts';
export { ProfileUnavailableError } from './profiles/profile-unavailable-error.ts';
export type { LoadBalancerProfile, Profile, StandardProfile } from './profiles/profile.ts';
export type { ProfileResolverJson } from './profiles/rotation.ts';
export type { StrategySource } from './strategy-source.ts';
