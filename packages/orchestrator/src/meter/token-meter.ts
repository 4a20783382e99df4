import type { IContent, TokenEstimator } from '@palimpsest/core-types';
import { createCheckedEstimator } from '@palimpsest/engine/history';

/** Maximum concurrent calls of an asynchronous estimator. */
const AT_ONCE = 32;

/**
 * Counts tokens of entries. Estimates each entry once, because counts are cached by identity: entries must not be changed.
 *
 * Methods throw whatever the estimator throws, or {CompressionStrategyError} `INVALID_ESTIMATE` if an estimate is not a finite number of at
 * least 0. The next call requests a failed estimate again.
 */
export interface TokenMeter {
  /** Returns the sum of the estimates of single entries: exact for additive estimators. */
  tokensOf(entries: readonly IContent[]): Promise<number>;
  /** Like `tokensOf`, with sums for every index. */
  measure(entries: readonly IContent[]): Promise<TokenSums>;
}

/** Tokens of a history, and of any prefix or suffix of it. */
export interface TokenSums {
  /** Tokens of all entries. */
  readonly tokens: number;
  /** Number of counted entries. */
  readonly length: number;
  /** Returns the tokens of the entries before an index, 0 to `length`. */
  tokensBefore(index: number): number;
  /** Returns the tokens from an index on: those that the provider reads anew if that entry changes. */
  tokensFrom(index: number): number;
}

/** @param estimateTokens called with one entry at a time */
export function createTokenMeter(estimateTokens: TokenEstimator): TokenMeter {
  const estimate = createCheckedEstimator(estimateTokens);

  async function measure(given: readonly IContent[]): Promise<TokenSums> {
    const entries = [...given];
    const sums = [0];
    for (let from = 0; from < entries.length; from += AT_ONCE) {
      const asked = entries.slice(from, from + AT_ONCE).map((entry) => ask(estimate, entry));
      const tokens = asked.every((each) => typeof each === 'number')
        ? asked
        : await Promise.all(asked.map((each) => Promise.resolve(each)));
      for (const each of tokens) sums.push(sums.at(-1)! + each);
    }
    const tokens = sums.at(-1)!;
    return {
      tokens,
      length: entries.length,
      tokensBefore: (index) => sums[index]!,
      tokensFrom: (index) => tokens - sums[index]!,
    };
  }
  return { measure, tokensOf: async (entries) => (await measure(entries)).tokens };
}

/** Returns a rejection for a synchronous error: throwing at once would leave other rejections unhandled. */
function ask(estimate: TokenEstimator, entry: IContent): Promise<number> | number {
  try {
    return estimate([entry]);
  } catch (error) {
    return Promise.reject(error);
  }
}
