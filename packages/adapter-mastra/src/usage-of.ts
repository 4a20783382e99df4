import { fieldsOf, toUsageStats } from '@palimpsest/adapter';
import type { UsageStats } from '@palimpsest/core-types';

/** Returns the token usage from the last chunk of a response, or `undefined` without a prompt count. Mastra does not type a chunk's payload. */
export function usageOf(
  chunks: readonly { readonly type: string; readonly payload: unknown }[],
): UsageStats | undefined {
  const finish = chunks.findLast(({ type }) => type === 'finish');
  const usage = fieldsOf(fieldsOf(fieldsOf(finish?.payload)['output'])['usage']);
  return toUsageStats({
    prompt: usage['inputTokens'],
    completion: usage['outputTokens'],
    cached: usage['cachedInputTokens'],
    created: usage['cacheCreationInputTokens'],
  });
}
