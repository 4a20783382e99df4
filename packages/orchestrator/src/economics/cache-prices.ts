/** For how long a provider keeps what it read, and what keeping it costs. */
export interface CacheLifetime {
  /** What the provider calls it: `5m`. */
  readonly name: string;
  /** How long after its last use a prefix can still be read. */
  readonly milliseconds: number;
  /** Price of a million tokens that are read for the first time and kept; the price of input where keeping costs nothing. */
  readonly write: number;
}

/** What calls of a model cost, per million tokens, in any currency, and what its prompt cache does. */
export interface CachePrices {
  /** Tokens that are neither read from the cache nor kept in it. */
  readonly input: number;
  /** Tokens read from the cache; not more than `input`. */
  readonly cachedRead: number;
  readonly output: number;
  /** The first is the one meant where none is named. */
  readonly lifetimes: readonly [CacheLifetime, ...CacheLifetime[]];
  /** A shorter prompt is not cached at all. */
  readonly minimumPrefixTokens: number;
  /** A prefix is found in steps of so many tokens; 1 is exact. */
  readonly granularityTokens: number;
  /**
   * What can be found again: `any-prefix` of an earlier request, or only `whole-requests` that the new one begins with, and the places an
   * earlier request marked.
   */
  readonly matching: 'any-prefix' | 'whole-requests';
}

/**
 * Prices as they were on a day. Defaults to start from: providers change them, and negotiated, regional and long-prompt prices
 * differ. Hand in your own where money depends on it.
 */
export interface PriceTable extends CachePrices {
  readonly provider: string;
  readonly model: string;
  /** The last day the figures are known to have held, `YYYY-MM-DD`. */
  readonly asOf: string;
  readonly currency: 'USD';
  /** What the figures are based on, and what in them is an assumption. */
  readonly basis: string;
}
