import type { Settings } from '@palimpsest/factory/settings';
import { localPrices } from '../economics/local-prices.ts';
import type { CachePrices } from '../economics/prices.ts';
import type { OrchestratorOptions } from './orchestrator.ts';

/**
 * Returns the prices of a model: seconds of a local model if the settings have its speed, else those of the option. The same object as long as
 * nothing changes, because a ledger belongs to one.
 */
export function createPriceSource(
  prices: OrchestratorOptions['prices'],
  settings: Settings,
): (model: string | undefined) => CachePrices | undefined {
  let local: CachePrices | undefined;
  let speed = '';
  return (model) => {
    const prefillTokensPerSecond = settings.get('compression.prefillTokensPerSecond');
    if (prefillTokensPerSecond === undefined) {
      return typeof prices === 'function' ? prices(model) : prices;
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
