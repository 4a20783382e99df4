import type { CachePrices } from '../economics/prices.ts';
import type { OrchestratorOptions } from './orchestrator-options.ts';

/** What calls of a model cost, where that is known. */
export function pricesFor(
  prices: OrchestratorOptions['prices'],
  model: string | undefined,
): CachePrices | undefined {
  return typeof prices === 'function' ? prices(model) : prices;
}

/** The cache TTL that is asked for, where a model's prices know it: models of one host may have others. */
export function findKnownCacheTtl(
  prices: CachePrices | undefined,
  cacheTtl: string | undefined,
): string | undefined {
  return prices?.cacheTtls.some(({ name }) => name === cacheTtl) === true ? cacheTtl : undefined;
}
