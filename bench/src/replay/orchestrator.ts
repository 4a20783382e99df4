/** What the replay takes from the orchestrator, by its place: the bench does not list that package among its dependencies. */
export {
  contextBudget,
  createPrefixCache,
  PRICES,
  type ContextBudget,
  type CountedEntry,
  type PriceTable,
  type SimulatedCall,
} from '../../../packages/orchestrator/src/index.ts';
