import type { Settings } from '@palimpsest/factory/settings';
import { checkPrices } from '../economics/call-cost.ts';
import { localPrices, type CachePrices } from '../economics/prices.ts';
import type { OrchestratorOptions } from './orchestrator.ts';

/**
 * Returns the prices of a model, if they are known.
 *
 * @throws {PricingError} for invalid ones
 */
export type PriceSource = (model: string | undefined) => CachePrices | undefined;

/** The options of an orchestrator with its source of prices. */
export interface PricedOptions extends OrchestratorOptions {
  readonly prices: PriceSource;
}

/**
 * Returns the prices of a model: seconds of a local model if the settings have its speed, else those of the option. The same object as long as
 * nothing changes, because a ledger belongs to one.
 */
export function createPriceSource(
  prices: OrchestratorOptions['prices'],
  settings: Settings,
): PriceSource {
  let local: CachePrices | undefined;
  let speed = '';
  return (model) => {
    const prefillTokensPerSecond = settings.get('compression.prefillTokensPerSecond');
    if (prefillTokensPerSecond === undefined) {
      if (typeof prices !== 'function') return prices;
      const found = prices(model);
      return found === undefined ? undefined : checkPrices(found);
    }
    const decodeTokensPerSecond = settings.get('compression.decodeTokensPerSecond');
    const asked = `${prefillTokensPerSecond} ${decodeTokensPerSecond}`;
    if (local === undefined || asked !== speed) {
      local = localPrices({ prefillTokensPerSecond, decodeTokensPerSecond });
      speed = asked;
    }
    return local;
  };
}

/** Returns the name of the cache TTL if a model's prices have it: models of one host may have different TTLs. */
export function findKnownCacheTtl(
  prices: CachePrices | undefined,
  cacheTtl: string | undefined,
): string | undefined {
  return prices?.cacheTtls.some(({ name }) => name === cacheTtl) === true ? cacheTtl : undefined;
}
