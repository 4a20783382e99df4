import { checkAmount, checkPrices, findCacheTtl, PricingError } from './call-cost.ts';
import type { CachePrices } from './prices.ts';

/** A compression whose target is open. Tokens are those of the whole request. */
export interface TargetQuestion {
  readonly prices: CachePrices;
  /** Name of the cache TTL. @default the first of the prices */
  readonly cacheTtl?: string | undefined;
  /** Before the compression. */
  readonly tokens: number;
  /** Before the first changed entry: they stay in the cache. */
  readonly prefixTokens: number;
  /** Size at which the next compression is due. */
  readonly trigger: number;
  /** Tokens that each call adds. */
  readonly growthPerCall: number;
  /** Expected number of further calls, the next one included. */
  readonly expectedCalls: number;
  /** Targets to choose from, at least one. */
  readonly candidates: readonly number[];
  /** Expected recalls in a call if everything were removed. @default 0.05 */
  readonly recallsPerCall?: number;
  /** Tokens that a recall brings back. @default 1000 */
  readonly recallTokens?: number;
}

/** Expected bill of the further calls by part, in the currency of the prices, without their outputs. */
interface TargetBill {
  /** The first request after the compression: what it changed is written to the cache. */
  readonly firstWrite: number;
  /** Later compressions, when the request has grown to the trigger again. */
  readonly rewrites: number;
  /** What each call reads from the cache, and what it adds. */
  readonly calls: number;
  /** Further requests that answer calls of `recall`. */
  readonly recalls: number;
  /** Requests to the model that summarizes; 0 without one. */
  readonly summaries: number;
  readonly total: number;
}

/** The cheapest target, and what the alternatives would cost. */
export interface TargetChoice {
  /** In tokens of the whole request. */
  readonly target: number;
  readonly bill: TargetBill;
  /** The same calls after a summary of 8,000 tokens by the same model, which reads everything that it summarizes from the cache. */
  readonly summaryBill: TargetBill;
}

/** Tokens of a summary by a model: the usual size of the built-in ones of coding agents (issue 27). */
const SUMMARY_TOKENS = 8_000;

/**
 * Returns the candidate with the smallest expected bill; of equal ones the largest, because it keeps more.
 *
 * The cache is taken as warm between calls. Each compression writes everything after the prefix again.
 *
 * @throws {PricingError} for invalid prices and figures
 */
export function chooseTarget(question: TargetQuestion): TargetChoice {
  const { candidates } = question;
  const [first, ...others] = candidates;
  if (first === undefined) throw new PricingError('candidates', candidates, 'at least one target');
  checkPrices(question.prices);
  let target = first;
  let bill = billOf(question, first, false);
  for (const candidate of others) {
    const other = billOf(question, candidate, false);
    if (other.total > bill.total || (other.total === bill.total && candidate < target)) continue;
    target = candidate;
    bill = other;
  }
  const summarized = checkAmount('prefixTokens', question.prefixTokens) + SUMMARY_TOKENS;
  return { target, bill, summaryBill: billOf(question, summarized, true) };
}

function billOf(question: TargetQuestion, target: number, isSummary: boolean): TargetBill {
  const { prices, recallsPerCall = 0.05, recallTokens = 1_000 } = question;
  const { write } = findCacheTtl(prices, question.cacheTtl);
  const { cachedRead: read, output } = prices;
  const tokens = checkAmount('tokens', question.tokens);
  const prefix = Math.min(tokens, checkAmount('prefixTokens', question.prefixTokens));
  const trigger = checkAmount('trigger', question.trigger);
  const growth = checkAmount('growthPerCall', question.growthPerCall);
  const calls = checkAmount('expectedCalls', question.expectedCalls);
  const left = Math.min(tokens, Math.max(prefix, checkAmount('candidates', target)));
  // Calls from one compression to the next.
  const cycle = growth === 0 ? calls : Math.min(calls, Math.max(1, (trigger - left) / growth));
  const again = cycle === 0 ? 0 : Math.max(0, calls / cycle - 1);
  const written = (left - prefix) * write;
  const size = left + (growth * cycle) / 2;
  const removed = tokens === prefix ? 0 : (tokens - left) / (tokens - prefix);
  // A summary has no originals to recall.
  const recalls = isSummary ? 0 : calls * checkAmount('recallsPerCall', recallsPerCall) * removed;
  const parts = {
    firstWrite: written,
    rewrites: again * written,
    // The first call pays for what it changed as a write.
    calls:
      Math.max(0, calls - 1 - again) * size * read +
      Math.min(calls, 1 + again) * prefix * read +
      calls * growth * write,
    recalls: recalls * (size * read + checkAmount('recallTokens', recallTokens) * write),
    summaries: isSummary
      ? (tokens + again * Math.max(trigger, left)) * read + (1 + again) * (left - prefix) * output
      : 0,
  };
  const bill = { ...parts, total: Object.values(parts).reduce((sum, part) => sum + part, 0) };
  // Prices are per million tokens.
  for (const name of Object.keys(bill) as (keyof TargetBill)[]) bill[name] /= 1_000_000;
  return bill;
}
