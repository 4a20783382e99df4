import type { CachePrices } from '../economics/cache-prices.ts';
import type { OrchestratorOptions } from './orchestrator-options.ts';

/** What calls of a model cost, where that is known. */
export function pricesFor(
  prices: OrchestratorOptions['prices'],
  model: string | undefined,
): CachePrices | undefined {
  return typeof prices === 'function' ? prices(model) : prices;
}
