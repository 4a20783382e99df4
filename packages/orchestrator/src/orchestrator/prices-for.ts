import type { CachePrices } from '../economics/cache-prices.ts';
import type { OrchestratorOptions } from './orchestrator-options.ts';

/** What calls of a model cost, where that is known. */
export function pricesFor(
  prices: OrchestratorOptions['prices'],
  model: string | undefined,
): CachePrices | undefined {
  return typeof prices === 'function' ? prices(model) : prices;
}

/** The lifetime that is asked for, where a model's prices know it: models of one host may have others. */
export function lifetimeFor(
  prices: CachePrices | undefined,
  lifetime: string | undefined,
): string | undefined {
  return prices?.lifetimes.some(({ name }) => name === lifetime) === true ? lifetime : undefined;
}
