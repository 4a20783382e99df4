import { fieldsOf, toUsageStats } from '@palimpsest/adapter';
import type { UsageStats } from '@palimpsest/core-types';

/** Token usage in the shape of call results, or of language models; grouped since version 3. */
export interface CountedUsage {
  readonly inputTokens?: unknown;
  readonly outputTokens?: unknown;
  readonly inputTokenDetails?: unknown;
  readonly cachedInputTokens?: unknown;
}

/** Converts usage. Returns `undefined` if the provider did not count the prompt. */
export function usageStats(usage: CountedUsage | undefined): UsageStats | undefined {
  if (usage === undefined) return undefined;
  const input = fieldsOf(usage.inputTokens);
  const details = fieldsOf(usage.inputTokenDetails);
  return toUsageStats({
    prompt: input['total'] ?? usage.inputTokens,
    completion: fieldsOf(usage.outputTokens)['total'] ?? usage.outputTokens,
    cached: input['cacheRead'] ?? details['cacheReadTokens'] ?? usage.cachedInputTokens,
    created: input['cacheWrite'] ?? details['cacheWriteTokens'],
  });
}
