/** What the replay takes from packages that the bench does not list among its dependencies, by their place. */
export { createSettings } from '../../../packages/factory/src/index.ts';
export {
  contextBudget,
  createConversationHistory,
  createOrchestrator,
  createPrefixCache,
  PRICES,
  type ContextBudget,
  type CountedEntry,
  type PriceTable,
  type SimulatedCall,
} from '../../../packages/orchestrator/src/index.ts';
