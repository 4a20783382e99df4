export { createBreaker } from './attempts/breaker.ts';
export { compressReliably, type ReliableOptions } from './attempts/compress-reliably.ts';
export type { CompressionOutcome } from './attempts/outcome.ts';
export { ContextLimitError, InvalidContextBudgetError } from './budget/budget-errors.ts';
export {
  DEFAULT_COMPLETION_BUDGET,
  DEFAULT_COMPLETION_FRACTION,
  getCompletionBudget,
  readCompletionBudget,
  type CompletionBudgetSource,
} from './budget/completion-budget.ts';
export { contextBudget, type ContextBudget } from './budget/context-budget.ts';
export { ContextOverflowError } from './budget/context-overflow-error.ts';
export {
  ConversationHistory,
  createConversationHistory,
  type HistoryEvent,
} from './conversation/conversation-history.ts';
export { HistoryCommitError, type HistorySnapshot } from './conversation/history-commit.ts';
export { createCostLedger, type LedgerCall } from './economics/cost-ledger.ts';
export { createEditSchedule } from './economics/edit-schedule.ts';
export { priceEdits } from './economics/price-edits.ts';
export { PRICES, type CachePrices, type PriceTable } from './economics/prices.ts';
export { priceCall, reportedTokens } from './economics/call-cost.ts';
export { createTokenMeter } from './meter/token-meter.ts';
export { hasBoundThinking } from './orchestrator/bound-thinking.ts';
export { createOrchestrator } from './orchestrator/create-orchestrator.ts';
export type { Orchestrator } from './orchestrator/orchestrator.ts';
export type { OrchestratorEvent } from './orchestrator/orchestrator-events.ts';
export type { OrchestratorJson } from './orchestrator/orchestrator-json.ts';
export type { OrchestratorOptions, TakenOut } from './orchestrator/orchestrator-options.ts';
export type { PrepareRequest } from './orchestrator/prepare-request.ts';
export type { Prepared } from './orchestrator/prepared.ts';
export { OrchestratorOptionError } from './orchestrator-option-error.ts';
export { fitUnderLimit, type OverflowOutcome } from './overflow/fit-under-limit.ts';
export { keepDirectives } from './pinning/keep-directives.ts';
export { pinnedWithDirectives } from './pinning/pinned-with-directives.ts';
export { createProfileResolver } from './model-profiles.ts';
export type { StrategySource } from './strategy-source.ts';
