export {
  ContextBudgetOptionError,
  ContextLimitError,
  InvalidContextBudgetError,
} from './budget/budget-errors.ts';
export {
  DEFAULT_COMPLETION_BUDGET,
  DEFAULT_COMPLETION_FRACTION,
  getCompletionBudget,
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
