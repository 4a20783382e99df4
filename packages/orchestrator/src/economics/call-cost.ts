import { OptionError, type UsageStats } from '@palimpsest/core-types';
import type { CachePrices, CacheTtl } from './prices.ts';

/** Thrown for an invalid price, or an invalid figure to which prices are applied. */
export class PricingError extends OptionError {
  override readonly name: string = 'PricingError';

  constructor(option: string, received: unknown, expected: string) {
    super(option, received, expected, { code: 'INVALID_PRICING' });
  }
}

/** Tokens of a call by the price that applies to them. */
export interface CallTokens {
  /** Read from the cache. */
  readonly cached: number;
  /** Written to the cache. */
  readonly written: number;
  /** Neither read from the cache nor written to it. */
  readonly uncached: number;
  /** Generated, reasoning included. */
  readonly output: number;
}

/**
 * Returns the prices if they are valid: finite amounts of at least 0, and a cache that costs no more to read than to write or to bypass.
 *
 * @throws {PricingError} for the first invalid one
 */
export function checkPrices<T extends CachePrices>(prices: T): T {
  if (typeof prices !== 'object' || prices === null) {
    throw new PricingError('prices', prices, 'an object of prices');
  }
  const { cachedRead, input, granularityTokens, matching, cacheTtls } = prices;
  for (const name of ['input', 'cachedRead', 'output', 'minimumPrefixTokens'] as const) {
    checkAmount(`prices.${name}`, prices[name]);
  }
  if (cachedRead > input) {
    throw new PricingError('prices.cachedRead', cachedRead, `at most the input price ${input}`);
  }
  if (!(Number.isFinite(granularityTokens) && granularityTokens >= 1)) {
    throw new PricingError('prices.granularityTokens', granularityTokens, 'a number of at least 1');
  }
  if (!['any-prefix', 'whole-requests'].includes(matching)) {
    throw new PricingError('prices.matching', matching, '"any-prefix" or "whole-requests"');
  }
  if (!Array.isArray(cacheTtls) || cacheTtls.length === 0) {
    throw new PricingError('prices.cacheTtls', cacheTtls, 'a list of at least one');
  }
  for (const { name, milliseconds, write } of cacheTtls) {
    checkAmount(`prices.cacheTtls.${name}.milliseconds`, milliseconds);
    checkAmount(`prices.cacheTtls.${name}.write`, write);
    if (write < cachedRead) {
      const expected = `at least the read price ${cachedRead}; the input price if writing is free`;
      throw new PricingError(`prices.cacheTtls.${name}.write`, write, expected);
    }
  }
  return prices;
}

/** Returns the cache TTL of that name; the first one without a name. */
export function findCacheTtl({ cacheTtls }: CachePrices, name: string | undefined): CacheTtl {
  const found = name === undefined ? cacheTtls[0] : cacheTtls.find((ttl) => ttl.name === name);
  if (found !== undefined) return found;
  const known = cacheTtls.map((ttl) => `"${ttl.name}"`).join(', ');
  throw new PricingError('cacheTtl', name, `a cache TTL of the prices: ${known}`);
}

/** Returns the value if it is a finite number of at least 0. */
export function checkAmount(option: string, value: unknown): number {
  if (typeof value === 'number' && Number.isFinite(value) && value >= 0) return value;
  throw new PricingError(option, value, 'a finite number of at least 0');
}

/**
 * Returns the cost of a call in the currency of the prices. Missing token counts are 0.
 *
 * @param cacheTtl name of the TTL for written tokens. @default the first of the prices
 * @throws {PricingError} for invalid prices and counts
 */
export function priceCall(
  prices: CachePrices,
  tokens: Partial<CallTokens>,
  cacheTtl?: string,
): number {
  const { write } = findCacheTtl(checkPrices(prices), cacheTtl);
  const { cached = 0, written = 0, uncached = 0, output = 0 } = tokens;
  for (const [name, count] of Object.entries({ cached, written, uncached, output })) {
    checkAmount(name, count);
  }
  const amount =
    cached * prices.cachedRead + written * write + uncached * prices.input + output * prices.output;
  return amount / 1_000_000;
}

/**
 * Returns the billed tokens of a provider's usage, from any of the field names of `UsageStats`.
 *
 * A prompt count may exclude cached tokens, as Anthropic's does. That is recognized by a total that adds up only with them, or by more cached
 * than prompt tokens. Providers with automatic caching report no writes: then all new tokens of a long enough prompt count as written.
 */
export function reportedTokens(
  usage: UsageStats,
  { minimumPrefixTokens }: Pick<CachePrices, 'minimumPrefixTokens'>,
): CallTokens {
  const output = countOf(usage.completionTokens) ?? 0;
  const prompt = countOf(usage.promptTokens) ?? 0;
  const missed = countOf(usage.cacheMissTokens);
  const cached =
    countOf(usage.cachedTokens) ??
    countOf(usage.cache_read_input_tokens) ??
    (missed === undefined ? 0 : Math.max(0, prompt - missed));
  const writes = countOf(usage.cacheCreationTokens) ?? countOf(usage.cache_creation_input_tokens);
  const separate = cached + (writes ?? 0);
  const isSeparate = separate > prompt || countOf(usage.totalTokens) === prompt + separate + output;
  const sent = isSeparate ? prompt + separate : prompt;
  const fresh = sent - cached;
  const written = writes ?? (sent >= minimumPrefixTokens ? fresh : 0);
  return { cached, written, uncached: fresh - written, output };
}

function countOf(value: number | undefined): number | undefined {
  return value !== undefined && Number.isFinite(value) && value >= 0 ? value : undefined;
}
