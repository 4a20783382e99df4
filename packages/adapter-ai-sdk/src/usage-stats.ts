import { fieldsOf, toUsageStats } from '@palimpsest/adapter';
import type { UsageStats } from '@palimpsest/core-types';

/** Token usage as `generateText` reports it, or as a language model does (specification 3 groups it: `inputTokens.total`). */
export interface CountedUsage {
  readonly inputTokens?: unknown;
  readonly outputTokens?: unknown;
  readonly inputTokenDetails?: unknown;
  readonly cachedInputTokens?: unknown;
}

/** Converts usage. Returns `undefined` if the provider reported no prompt tokens. */
export function readUsage(usage: CountedUsage | undefined): UsageStats | undefined {
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
