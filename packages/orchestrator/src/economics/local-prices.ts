import { checkPrices, PricingError } from './call-cost.ts';
import type { CachePrices } from './prices.ts';

/** Speed of a model on a machine of one's own, as its server reports it. */
export interface LocalSpeed {
  /** Tokens of a prompt that are read in a second. */
  readonly prefillTokensPerSecond: number;
  /** Tokens that are generated in a second. @default generating costs nothing, so only prefill is weighed */
  readonly decodeTokensPerSecond?: number | undefined;
  /** Time after the last request for which the server keeps what it read, in ms. @default 5 minutes, as Ollama does */
  readonly keepMs?: number | undefined;
}

const KEEP_MS = 5 * 60_000;

/**
 * Returns prices whose currency is seconds: what a request costs is the time that the model needs for it. A server keeps the state of the last
 * prompt, so reading it again takes no time, and a changed prompt is read anew from the first change on.
 *
 * @throws {PricingError} when a speed is not a finite number greater than 0, or the time is negative
 */
export function localPrices({
  prefillTokensPerSecond,
  decodeTokensPerSecond,
  keepMs = KEEP_MS,
}: LocalSpeed): CachePrices {
  const input = secondsPerMillion('prefillTokensPerSecond', prefillTokensPerSecond);
  return checkPrices({
    input,
    cachedRead: 0,
    output:
      decodeTokensPerSecond === undefined
        ? 0
        : secondsPerMillion('decodeTokensPerSecond', decodeTokensPerSecond),
    cacheTtls: [{ name: 'loaded', milliseconds: keepMs, write: input }],
    minimumPrefixTokens: 0,
    granularityTokens: 1,
    matching: 'any-prefix',
  });
}

function secondsPerMillion(option: string, tokensPerSecond: number): number {
  if (Number.isFinite(tokensPerSecond) && tokensPerSecond > 0) return 1_000_000 / tokensPerSecond;
  throw new PricingError(option, tokensPerSecond, 'a finite number greater than 0');
}
