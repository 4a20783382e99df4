import { defined } from '@palimpsest/core-types';
import { checkAmount, checkPrices, findCacheTtl, PricingError } from './call-cost.ts';
import type { CachePrices } from './prices.ts';

/** The effect of edits on the next request, in tokens. */
export interface EditedRequest {
  /** Before the first changed entry, overhead included. */
  readonly prefixTokens: number;
  /** From the first changed entry on, without the edits. */
  readonly suffixTokensBefore: number;
  /** From the first changed entry on, with the edits. */
  readonly suffixTokensAfter: number;
  /** At the end of the request and never sent before, so not cached. @default 0 */
  readonly freshTokens?: number;
  /** Part of the prefix that the provider can still find. Smaller than the prefix if no cached request ended there. @default all of it */
  readonly cachedPrefixTokens?: number;
  /** Signed reasoning after the first changed entry, which must be dropped with the edits. Counted in both suffixes. @default 0 */
  readonly boundThinkingTokens?: number;
  /** Cost of making the edits, such as a summarizing model call, in the currency of the prices. @default 0 */
  readonly compressionCost?: number;
}

export interface EditPricing extends EditedRequest {
  readonly prices: CachePrices;
  /** Expected number of further calls, the next one included; not necessarily whole. */
  readonly expectedCalls: number;
  /** Time since the last call with this history; absent if there was none. */
  readonly msSinceLastCall?: number | undefined;
  /** @default 0 */
  readonly expectedMsBetweenCalls?: number;
  /** Name of the cache TTL. @default the first of the prices */
  readonly cacheTtl?: string | undefined;
  /** Tokens that each later call adds. @default 0 */
  readonly growthPerCall?: number;
  /** Share of the dropped reasoning that the model will generate again, at the output price. @default 0 */
  readonly regeneratedShare?: number;
}

type EditReason =
  /** Nothing is cached: rewriting is free. */
  | 'cache-cold'
  /** The request is below the cacheable minimum. */
  | 'too-short-to-cache'
  /** Only tokens that were never sent are edited. */
  | 'keeps-what-is-cached'
  /** Everything after the first change is written again, once. */
  | 'rewrites-cached-suffix'
  /** The edited request is too short to be cached: every call pays the input price. */
  | 'falls-below-minimum'
  | 'drops-bound-thinking'
  /** The edits make nothing smaller. */
  | 'nothing-saved';

/** Amounts in the currency of the prices. */
export interface EditPrice {
  /** Saved over all expected calls if rewriting were free; negative if they cost more. */
  readonly saving: number;
  /** Paid once: rewriting the cache, generating reasoning again, and making the edits. */
  readonly cost: number;
  /** `saving − cost`. */
  readonly net: number;
  /** Whether `net` is positive. */
  readonly worthwhile: boolean;
  /** Saved by each call after the next one, extrapolated from the first of them. */
  readonly savingPerCall: number;
  /** Smallest number of calls at which the edits pay, extrapolated from two calls; absent if they never do. */
  readonly breakEvenCalls?: number;
  readonly reasons: readonly EditReason[];
}

/**
 * Returns what edits save and cost. A cached prefix ends at the first changed entry: what follows is written again once, then every call is
 * smaller. When the cache is cold, rewriting costs nothing extra.
 *
 * Growth costs the same with and without the edits, so `growthPerCall` matters only near the cacheable minimum.
 *
 * @throws {PricingError} for invalid prices and figures
 */
export function priceEdits(pricing: EditPricing): EditPrice {
  const figures = readFigures(pricing);
  const { before, after, minimum, input, read, write, extra } = figures;
  const netOf = (calls: number): number =>
    priceSeries(figures, before, calls) - priceSeries(figures, after, calls) - extra;
  const rate = after.tokens < minimum ? input : write;
  const cost = (figures.rewritten * (rate - read)) / 1_000_000 + extra;
  const net = netOf(figures.calls);
  const first = netOf(1);
  const savingPerCall = netOf(2) - first;
  const breakEven = savingPerCall > 0 ? 2 + Math.floor(-first / savingPerCall) : undefined;
  const breakEvenCalls = first > 0 ? 1 : breakEven;
  return {
    saving: net + cost,
    cost,
    net,
    worthwhile: net > 0,
    savingPerCall,
    ...defined({ breakEvenCalls }),
    reasons: listReasons(figures),
  };
}

/** A request, and its tokens that the next call reads from the cache. */
interface CachedRequest {
  readonly tokens: number;
  readonly cached: number;
}

type Figures = ReturnType<typeof readFigures>;

function readFigures(pricing: EditPricing) {
  const { prices } = pricing;
  const { milliseconds, write } = findCacheTtl(checkPrices(prices), pricing.cacheTtl);
  const { input, cachedRead: read, output, minimumPrefixTokens: minimum } = prices;
  const count = (name: keyof EditPricing, defaultValue = 0): number =>
    checkAmount(name, pricing[name] ?? defaultValue);
  const prefix = count('prefixTokens');
  const fresh = count('freshTokens');
  const boundThinking = count('boundThinkingTokens');
  const suffixAfter = count('suffixTokensAfter') - boundThinking;
  if (suffixAfter < 0) {
    const expected = 'at most suffixTokensAfter, which includes them';
    throw new PricingError('boundThinkingTokens', boundThinking, expected);
  }
  const isWarm = pricing.msSinceLastCall !== undefined && count('msSinceLastCall') < milliseconds;
  const sentBefore = Math.max(0, prefix + count('suffixTokensBefore') - fresh);
  const found = isWarm && sentBefore >= minimum ? roundToSteps(prices, sentBefore) : 0;
  const findable = roundToSteps(prices, Math.min(prefix, count('cachedPrefixTokens', prefix)));
  const kept = findable >= minimum ? Math.min(found, findable) : 0;
  const tokens = prefix + suffixAfter;
  return {
    input,
    read,
    write,
    minimum,
    before: { tokens: prefix + count('suffixTokensBefore'), cached: found },
    after: { tokens, cached: kept },
    calls: count('expectedCalls'),
    growth: count('growthPerCall'),
    isWarm,
    isWarmLater: count('expectedMsBetweenCalls') < milliseconds,
    boundThinking,
    /** Tokens that stay, and that the next call would read from the cache without the edits. */
    rewritten: Math.max(0, Math.min(found, tokens - fresh) - kept),
    /** Paid once, independent of the calls. */
    extra:
      (boundThinking * count('regeneratedShare') * output) / 1_000_000 + count('compressionCost'),
  };
}

function roundToSteps({ matching, granularityTokens }: CachePrices, tokens: number): number {
  if (matching === 'whole-requests') return tokens;
  return Math.floor(tokens / granularityTokens) * granularityTokens;
}

/**
 * Returns the input cost of a series of calls without simulating them: the first by its cached tokens, later ones by whether the prompt
 * before was long enough to be cached and is still alive.
 *
 * @param calls the first one included; not necessarily whole
 */
function priceSeries(
  { input, read, write, minimum, growth, isWarmLater }: Figures,
  { tokens, cached }: CachedRequest,
  calls: number,
): number {
  const first = cached * read + (tokens - cached) * (tokens < minimum ? input : write);
  const later = Math.max(0, calls - 1);
  const short = countShortCalls(minimum - tokens, growth, later);
  // The first prompt that is long enough finds no cached one.
  const unread = isWarmLater ? Math.min(later, short + (tokens < minimum ? 1 : 0)) : later;
  const sent = (count: number): number => count * tokens + (growth * count * (count + 1)) / 2;
  const reading = later - unread;
  const total =
    first +
    input * sent(short) +
    write * (sent(unread) - sent(short)) +
    read * (sent(later) - sent(unread) - growth * reading) +
    write * growth * reading;
  return (total * Math.min(1, calls)) / 1_000_000;
}

/** Returns how many of the later calls are too short to be cached. */
function countShortCalls(missing: number, growth: number, later: number): number {
  if (missing <= 0) return 0;
  if (growth === 0) return later;
  return Math.min(later, Math.max(0, Math.ceil(missing / growth) - 1));
}

function listReasons(figures: Figures): EditReason[] {
  const { before, after, minimum, isWarm, rewritten, boundThinking } = figures;
  const reasons: EditReason[] = [];
  if (before.tokens < minimum) reasons.push('too-short-to-cache');
  else if (!isWarm) reasons.push('cache-cold');
  else reasons.push(rewritten > 0 ? 'rewrites-cached-suffix' : 'keeps-what-is-cached');
  if (before.tokens >= minimum && after.tokens < minimum) reasons.push('falls-below-minimum');
  if (boundThinking > 0) reasons.push('drops-bound-thinking');
  if (after.tokens >= before.tokens) reasons.push('nothing-saved');
  return reasons;
}
