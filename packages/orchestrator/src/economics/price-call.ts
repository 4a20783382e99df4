import type { CachePrices } from './cache-prices.ts';
import { checkAmount, checkPrices, lifetimeOf } from './check-prices.ts';

/** Tokens of a call, by what is charged for them. */
export interface CallTokens {
  /** Read from the cache. */
  readonly cached: number;
  /** Read for the first time, and kept. */
  readonly written: number;
  /** Read, and not kept. */
  readonly uncached: number;
  /** Answered, reasoning included. */
  readonly output: number;
}

const MILLION = 1_000_000;

/**
 * What a call costs, in the currency of the prices. Tokens left out are 0.
 *
 * @param lifetime for how long tokens are kept that are written; the first of the prices' where none is named
 * @throws PricingError for prices and counts that cannot be meant
 */
export function priceCall(
  prices: CachePrices,
  tokens: Partial<CallTokens>,
  lifetime?: string,
): number {
  const { write } = lifetimeOf(checkPrices(prices), lifetime);
  const { cached = 0, written = 0, uncached = 0, output = 0 } = tokens;
  const charged = { cached, written, uncached, output };
  for (const [name, count] of Object.entries(charged)) checkAmount(name, count);
  const amount =
    cached * prices.cachedRead + written * write + uncached * prices.input + output * prices.output;
  return amount / MILLION;
}
