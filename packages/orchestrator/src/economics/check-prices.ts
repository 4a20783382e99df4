import { OptionError } from '@palimpsest/core-types';
import type { CacheLifetime, CachePrices } from './cache-prices.ts';

/** A price, or a figure it is applied to, that cannot be meant. */
export class PricingError extends OptionError {
  override readonly name: string = 'PricingError';

  constructor(option: string, seen: unknown, accepted: string) {
    super(option, seen, accepted, { code: 'INVALID_PRICING' });
  }
}

/**
 * The prices, if they can be: finite amounts of 0 or more, a cache that does not cost more to read than to fill or to do without.
 *
 * @throws PricingError naming the first that cannot
 */
export function checkPrices<T extends CachePrices>(prices: T): T {
  for (const name of ['input', 'cachedRead', 'output', 'minimumPrefixTokens'] as const) {
    checkAmount(`prices.${name}`, prices[name]);
  }
  if (prices.cachedRead > prices.input) {
    throw new PricingError(
      'prices.cachedRead',
      prices.cachedRead,
      `at most the input's ${prices.input}`,
    );
  }
  if (!(Number.isFinite(prices.granularityTokens) && prices.granularityTokens >= 1)) {
    throw new PricingError(
      'prices.granularityTokens',
      prices.granularityTokens,
      'a number of 1 or more',
    );
  }
  if (!['any-prefix', 'whole-requests'].includes(prices.matching)) {
    throw new PricingError('prices.matching', prices.matching, '"any-prefix" or "whole-requests"');
  }
  checkLifetimes(prices);
  return prices;
}

function checkLifetimes({ lifetimes, cachedRead }: CachePrices): void {
  if (!Array.isArray(lifetimes) || lifetimes.length === 0) {
    throw new PricingError('prices.lifetimes', lifetimes, 'a list of one or more');
  }
  for (const { name, milliseconds, write } of lifetimes) {
    checkAmount(`prices.lifetimes.${name}.milliseconds`, milliseconds);
    checkAmount(`prices.lifetimes.${name}.write`, write);
    if (write < cachedRead) {
      const accepted = `at least the ${cachedRead} that reading costs; the price of input where writing is free`;
      throw new PricingError(`prices.lifetimes.${name}.write`, write, accepted);
    }
  }
}

/** The lifetime of that name; the first where none is named. */
export function lifetimeOf({ lifetimes }: CachePrices, name: string | undefined): CacheLifetime {
  const found = name === undefined ? lifetimes[0] : lifetimes.find((one) => one.name === name);
  if (found !== undefined) return found;
  const known = lifetimes.map((one) => `"${one.name}"`).join(', ');
  throw new PricingError('lifetime', name, `one of the prices': ${known}`);
}

/** A finite number, 0 or more. */
export function checkAmount(option: string, value: unknown): number {
  if (typeof value === 'number' && Number.isFinite(value) && value >= 0) return value;
  throw new PricingError(option, value, 'a finite number, 0 or more');
}
