import { checkPrices, PricingError } from './call-cost.ts';

/** How long a provider keeps a cached prefix, and the price of writing it. */
export interface CacheTtl {
  /** The provider's name for it: `5m`. */
  readonly name: string;
  /** Time after the last use in which a prefix can be read, in ms. */
  readonly milliseconds: number;
  /** Price of a million tokens that are written to the cache; the input price if writing is free. */
  readonly write: number;
}

/** Prices of a model per million tokens, in any currency, and the properties of its prompt cache. */
export interface CachePrices {
  /** Tokens that are neither read from the cache nor written to it. */
  readonly input: number;
  /** Tokens read from the cache; at most `input`. */
  readonly cachedRead: number;
  readonly output: number;
  /** The first is the default. */
  readonly cacheTtls: readonly [CacheTtl, ...CacheTtl[]];
  /** Shorter prompts are not cached. */
  readonly minimumPrefixTokens: number;
  /** A cached prefix ends at a multiple of this many tokens; 1 is exact. */
  readonly granularityTokens: number;
  /** What a request can reuse: any prefix of an earlier request, or only whole earlier requests and marked places in them. */
  readonly matching: 'any-prefix' | 'whole-requests';
}

/** Prices on a given day. Defaults only: providers change them, and negotiated, regional and long-prompt prices differ. */
interface PriceTable extends CachePrices {
  readonly provider: string;
  readonly model: string;
  /** The last day on which the figures were confirmed, `YYYY-MM-DD`. */
  readonly asOf: string;
  readonly currency: 'USD';
  /** Sources of the figures, and the assumptions in them. */
  readonly basis: string;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Claude Opus 5, first-party API. */
const anthropic: PriceTable = {
  provider: 'anthropic',
  model: 'claude-opus-5',
  asOf: '2026-10-10',
  currency: 'USD',
  basis:
    'The pricing page of platform.claude.com: writing costs 1.25 times the input for 5 minutes and 2 times for an hour, reading 0.1 times. ' +
    'Each use begins the time anew. The minimum of 512 tokens is the one documented for this model; others have 1,024 to 4,096. ' +
    'Claude Opus 5.5 reads at 0.05 times. A breakpoint is assumed where the kept prefix ends.',
  input: 5,
  cachedRead: 0.5,
  output: 25,
  cacheTtls: [
    { name: '5m', milliseconds: 5 * MINUTE, write: 6.25 },
    { name: '1h', milliseconds: HOUR, write: 10 },
  ],
  minimumPrefixTokens: 512,
  granularityTokens: 1,
  matching: 'whole-requests',
};

/** GPT-6 Sol. */
const openai: PriceTable = {
  provider: 'openai',
  model: 'gpt-6-sol',
  asOf: '2026-09-22',
  currency: 'USD',
  basis:
    'The prompt caching guide of developers.openai.com: since GPT-5.6 writing costs 1.25 times the input, a prefix lives 30 minutes or more, ' +
    'and is found where a request marked it, which is its end by default; prompts begin at 1,024 tokens. ' +
    'The amounts were published by third parties and hold for prompts up to 272,000 tokens. ' +
    'Earlier models write at the price of input and match in steps of 128 tokens.',
  input: 2,
  cachedRead: 0.2,
  output: 10,
  cacheTtls: [{ name: '30m', milliseconds: 30 * MINUTE, write: 2.5 }],
  minimumPrefixTokens: 1_024,
  granularityTokens: 1,
  matching: 'whole-requests',
};

/** Gemini 3.1 Pro Preview, implicit caching. */
const gemini: PriceTable = {
  provider: 'gemini',
  model: 'gemini-3.1-pro-preview',
  asOf: '2026-10-11',
  currency: 'USD',
  basis:
    'The caching page of ai.google.dev for implicit caching: automatic, no price for writing, prompts from 4,096 tokens, hits not guaranteed. ' +
    'The amounts are those of prompts up to 200,000 tokens; above, input and output cost more. ' +
    'No cacheTtl is documented; 5 minutes are an assumption, after a few minutes named by its makers.',
  input: 2,
  cachedRead: 0.2,
  output: 12,
  cacheTtls: [{ name: 'implicit', milliseconds: 5 * MINUTE, write: 2 }],
  minimumPrefixTokens: 4_096,
  granularityTokens: 1,
  matching: 'any-prefix',
};

/** DeepSeek V4 Pro, off-peak. */
const deepseek: PriceTable = {
  provider: 'deepseek',
  model: 'deepseek-v4-pro',
  asOf: '2026-10-27',
  currency: 'USD',
  basis:
    'The pricing and context caching pages of api-docs.deepseek.com: a price for hits and one for misses, off-peak; peak hours cost twice that. ' +
    'Whole requests are found again, no price for writing, unused prefixes go after hours to days. ' +
    'Three hours are an assumption, and so are 64 tokens as the minimum, which earlier pages named.',
  input: 0.66,
  cachedRead: 0.022,
  output: 1.98,
  cacheTtls: [{ name: 'disk', milliseconds: 3 * HOUR, write: 0.66 }],
  minimumPrefixTokens: 64,
  granularityTokens: 1,
  matching: 'whole-requests',
};

/**
 * Prices of one model of each provider, as of the day in `asOf`, with sources in `basis`. Pass your own if exact costs matter:
 * `{ ...PRICES.anthropic, input: 4 }`.
 */
export const PRICES: Readonly<Record<'anthropic' | 'openai' | 'gemini' | 'deepseek', PriceTable>> =
  { anthropic, openai, gemini, deepseek };

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
