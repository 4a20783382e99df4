import type { UsageStats } from '@palimpsest/core-types';
import type { CachePrices } from './cache-prices.ts';
import type { CallTokens } from './price-call.ts';

/**
 * Reads what a provider reported as tokens that are charged for, whichever of the names of `UsageStats` it used.
 *
 * A prompt count may leave out what concerns the cache, as Anthropic's own does: that is known by a total that adds up with them only, or by more
 * tokens of the cache than there are in the prompt. Where no writing is reported although something was read anew, a prompt that is long
 * enough counts as written: providers that keep prompts by themselves do not say so.
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
  const reported = countOf(usage.cacheCreationTokens) ?? countOf(usage.cache_creation_input_tokens);
  const aside = cached + (reported ?? 0);
  const total = countOf(usage.totalTokens) ?? 0;
  const isAside = aside > prompt || total === prompt + aside + output;
  const sent = isAside ? prompt + aside : prompt;
  const anew = sent - cached;
  const written = reported ?? (sent >= minimumPrefixTokens ? anew : 0);
  return { cached, written, uncached: anew - written, output };
}

function countOf(value: number | undefined): number | undefined {
  return value !== undefined && Number.isFinite(value) && value >= 0 ? value : undefined;
}
