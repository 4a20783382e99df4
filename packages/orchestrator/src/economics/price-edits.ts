import { billCalls, type InputRates } from './bill-calls.ts';
import type { CachePrices } from './cache-prices.ts';
import { checkAmount, checkPrices, lifetimeOf, PricingError } from './check-prices.ts';

/** What a plan of edits does to a request, in tokens, as it would be sent next. */
export interface EditedRequest {
  /** In front of the first changed entry: system prompt, tools and every entry that stays as it is. */
  readonly prefixTokens: number;
  /** From the first changed entry on, were nothing edited. */
  readonly suffixTokensBefore: number;
  /** From there on, edited. */
  readonly suffixTokensAfter: number;
  /** At the end of the request, never sent before, so that no cache can have them. @default 0 */
  readonly freshTokens?: number;
  /**
   * How much of the prefix the provider can still find: less than all of it where it finds whole requests only, and none ended where the
   * edits begin. @default all of it
   */
  readonly cachedPrefixTokens?: number;
  /**
   * Thinking behind the first changed entry that is bound to what precedes it, so that it has to be dropped with the edits; counted in
   * both suffixes. @default 0
   */
  readonly boundThinkingTokens?: number;
  /** What making the edits costs: the call of a model that summarizes, say. In the currency of the prices. @default 0 */
  readonly makingCost?: number;
}

export interface EditPricing extends EditedRequest {
  readonly prices: CachePrices;
  /** Calls still expected, the next one included; an expectation, so not necessarily whole. */
  readonly expectedCalls: number;
  /** Since the last call with this history; absent where there was none. */
  readonly msSinceLastCall?: number;
  /** Between later calls. @default 0 */
  readonly expectedMsBetweenCalls?: number;
  /** The name of the lifetime that is asked for. @default the first of the prices' */
  readonly lifetime?: string;
  /** Tokens each later call adds. @default 0 */
  readonly growthPerCall?: number;
  /** Share of the dropped thinking that the model will think again, at the price of output. @default 0 */
  readonly rethinkShare?: number;
}

/**
 * - `cache-cold`: nothing is cached any more, or yet: rewriting is free
 * - `too-short-to-cache`: the request is below the minimum, edited or not
 * - `keeps-what-is-cached`: everything edited was never sent before
 * - `rewrites-cached-suffix`: what follows the first change is paid anew, once
 * - `falls-below-minimum`: edited, the request is too short to be cached, so every call pays for all of it
 * - `drops-bound-thinking`: thinking goes with the edits
 * - `nothing-saved`: the edits make nothing smaller
 */
export type EditReason =
  | 'cache-cold'
  | 'too-short-to-cache'
  | 'keeps-what-is-cached'
  | 'rewrites-cached-suffix'
  | 'falls-below-minimum'
  | 'drops-bound-thinking'
  | 'nothing-saved';

/** In the currency of the prices. */
export interface EditPrice {
  /** What all expected calls together save, were rewriting free; below 0 where they pay more. */
  readonly saving: number;
  /** What the edits cost once: rewriting what was cached, thinking again, and making them. */
  readonly cost: number;
  /** `saving − cost`. */
  readonly net: number;
  /** Whether `net` is above 0. */
  readonly worthwhile: boolean;
  /** What each call after the next one saves, as far as the first of them tells; below 0 where it pays more. */
  readonly savingPerCall: number;
  /** The least whole number of calls at which the edits pay, as far as the first two calls tell; absent where they never do. */
  readonly breakEvenCalls?: number;
  readonly reasons: readonly EditReason[];
}

/**
 * What edits save and cost. A cache is found by its beginning: whatever follows the first changed entry is read, and kept, at full price once;
 * from then on every call is smaller. Edits pay when the second outweighs the first, which depends on how many calls are to come.
 * Once a cache is cold, rewriting costs nothing that would not be paid anyway.
 *
 * What grows from call to call costs the same edited or not, so `growthPerCall` matters only around the minimum.
 *
 * @throws PricingError for prices and figures that cannot be meant
 */
export function priceEdits(pricing: EditPricing): EditPrice {
  const figures = readFigures(pricing);
  const { rates, before, after, extra } = figures;
  const netOf = (calls: number) => {
    const spread = { calls, growth: figures.growth, isWarmLater: figures.isWarmLater };
    return (
      billCalls(rates, { ...before, ...spread }) - billCalls(rates, { ...after, ...spread }) - extra
    );
  };
  const rate = after.tokens < rates.minimum ? rates.input : rates.write;
  const cost = (figures.rewritten * (rate - rates.read)) / 1_000_000 + extra;
  const net = netOf(figures.calls);
  const savingPerCall = netOf(2) - netOf(1);
  const breakEvenCalls = breakEvenOf(netOf(1), savingPerCall);
  return {
    saving: net + cost,
    cost,
    net,
    worthwhile: net > 0,
    savingPerCall,
    ...(breakEvenCalls === undefined ? {} : { breakEvenCalls }),
    reasons: reasonsOf(figures),
  };
}

interface Request {
  readonly tokens: number;
  /** Read from the cache by the next call. */
  readonly cached: number;
}

interface Figures {
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

function readFigures(pricing: EditPricing): Figures {
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

function breakEvenOf(one: number, each: number): number | undefined {
  if (one > 0) return 1;
  return each > 0 ? 2 + Math.floor(-one / each) : undefined;
}

function reasonsOf(figures: Figures): EditReason[] {
  const { before, after, isWarm, rewritten, boundThinking } = figures;
  const { minimum } = figures.rates;
  const reasons: EditReason[] = [];
  if (before.tokens < minimum) reasons.push('too-short-to-cache');
  else if (!isWarm) reasons.push('cache-cold');
  else reasons.push(rewritten > 0 ? 'rewrites-cached-suffix' : 'keeps-what-is-cached');
  if (before.tokens >= minimum && after.tokens < minimum) reasons.push('falls-below-minimum');
  if (boundThinking > 0) reasons.push('drops-bound-thinking');
  if (after.tokens >= before.tokens) reasons.push('nothing-saved');
  return reasons;
}
