import type { InputRates } from './bill-calls.ts';
import type { CachePrices } from './cache-prices.ts';
import { checkAmount, checkPrices, lifetimeOf, PricingError } from './check-prices.ts';
import type { EditPricing } from './edit-pricing.ts';

/** A request, with edits or without. */
interface Request {
  readonly tokens: number;
  /** Read from the cache by the next call. */
  readonly cached: number;
}

/** What is billed, with the edits and without. */
export interface EditFigures {
  readonly rates: InputRates;
  readonly before: Request;
  readonly after: Request;
  readonly calls: number;
  readonly growth: number;
  readonly isWarm: boolean;
  readonly isWarmLater: boolean;
  readonly boundThinking: number;
  /** Tokens that stay and would have been read from the cache, had nothing before them changed. */
  readonly rewritten: number;
  /** What is paid once beside the calls. */
  readonly extra: number;
}

/** @throws PricingError for the first that cannot be meant */
export function editFigures(pricing: EditPricing): EditFigures {
  const { prices } = pricing;
  const { milliseconds, write } = lifetimeOf(checkPrices(prices), pricing.lifetime);
  const { input, cachedRead: read, minimumPrefixTokens: minimum } = prices;
  const count = (name: keyof EditPricing, otherwise = 0) =>
    checkAmount(name, pricing[name] ?? otherwise);
  const prefix = count('prefixTokens');
  const fresh = count('freshTokens');
  const boundThinking = count('boundThinkingTokens');
  const suffixAfter = count('suffixTokensAfter') - boundThinking;
  if (suffixAfter < 0) {
    throw new PricingError(
      'boundThinkingTokens',
      boundThinking,
      'at most suffixTokensAfter, which counts them',
    );
  }
  const isWarm = pricing.msSinceLastCall !== undefined && count('msSinceLastCall') < milliseconds;
  const sentBefore = Math.max(0, prefix + count('suffixTokensBefore') - fresh);
  const found = isWarm && sentBefore >= minimum ? inSteps(prices, sentBefore) : 0;
  const findable = inSteps(prices, Math.min(prefix, count('cachedPrefixTokens', prefix)));
  const kept = findable >= minimum ? Math.min(found, findable) : 0;
  const tokens = prefix + suffixAfter;
  return {
    rates: { input, read, write, minimum },
    before: { tokens: prefix + count('suffixTokensBefore'), cached: found },
    after: { tokens, cached: kept },
    calls: count('expectedCalls'),
    growth: count('growthPerCall'),
    isWarm,
    isWarmLater: count('expectedMsBetweenCalls') < milliseconds,
    boundThinking,
    rewritten: Math.max(0, Math.min(found, tokens - fresh) - kept),
    extra:
      (boundThinking * count('rethinkShare') * prices.output) / 1_000_000 + count('makingCost'),
  };
}

function inSteps({ matching, granularityTokens }: CachePrices, tokens: number): number {
  if (matching === 'whole-requests') return tokens;
  return Math.floor(tokens / granularityTokens) * granularityTokens;
}
