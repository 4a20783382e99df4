import { toUsageStats } from '@palimpsest/adapter';
import type { UsageStats } from '@palimpsest/core-types';

interface Counted {
  readonly input_tokens?: unknown;
  readonly output_tokens?: unknown;
  readonly total_tokens?: unknown;
  readonly input_token_details?: {
    readonly cache_read?: unknown;
    readonly cache_creation?: unknown;
  };
}

/** Converts `usage_metadata` of a response. Returns `undefined` without a prompt count. */
export function usageStats(answer: unknown): UsageStats | undefined {
  const { usage_metadata: counted }: { readonly usage_metadata?: Counted } = isObject(answer)
    ? answer
    : {};
  const details = counted?.input_token_details;
  return toUsageStats({
    prompt: counted?.input_tokens,
    completion: counted?.output_tokens,
    total: counted?.total_tokens,
    cached: details?.cache_read,
    created: details?.cache_creation,
  });
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
