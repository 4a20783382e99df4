import { fieldsOf, toUsageStats } from '@palimpsest/adapter';
import type { UsageStats } from '@palimpsest/core-types';

/** Converts `usage_metadata` of a response. Returns `undefined` without a prompt count. */
export function usageStats(answer: unknown): UsageStats | undefined {
  const counted = fieldsOf(fieldsOf(answer)['usage_metadata']);
  const details = fieldsOf(counted['input_token_details']);
  return toUsageStats({
    prompt: counted['input_tokens'],
    completion: counted['output_tokens'],
    total: counted['total_tokens'],
    cached: details['cache_read'],
    created: details['cache_creation'],
  });
}
