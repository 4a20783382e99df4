import type { CachePrices } from './cache-prices.ts';

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
