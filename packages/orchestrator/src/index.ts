export {
  ContextLimitError,
  ContextOverflowError,
  InvalidContextBudgetError,
} from './budget/budget-errors.ts';
export { contextBudget, type ContextBudget } from './budget/context-budget.ts';
export {
  ConversationHistory,
  createConversationHistory,
  HistoryCommitError,
} from './conversation/conversation-history.ts';
export { createCostLedger, type LedgerCall } from './economics/cost-ledger.ts';
export { localPrices, PRICES, type CachePrices } from './economics/prices.ts';
export { priceCall } from './economics/call-cost.ts';
export { hasBoundThinking } from './orchestrator/bound-thinking.ts';
export { createOrchestrator } from './orchestrator/create-orchestrator.ts';
export type { Orchestrator, RemovedContent, ReportedUsage } from './orchestrator/orchestrator.ts';
export type { PrepareRequest, PrepareResult } from './orchestrator/prepare-request.ts';
