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

/** What a provider counted, by the `usage_metadata` of its answer; `undefined` where it did not count. */
export function usageStats(answer: unknown): UsageStats | undefined {
  const { usage_metadata: counted }: { readonly usage_metadata?: Counted } = isObject(answer)
    ? answer
    : {};
  const promptTokens = countOf(counted?.input_tokens);
  if (counted === undefined || promptTokens === undefined) return undefined;
  const completionTokens = countOf(counted.output_tokens) ?? 0;
  const cached = countOf(counted.input_token_details?.cache_read);
  const created = countOf(counted.input_token_details?.cache_creation);
  return {
    promptTokens,
    completionTokens,
    totalTokens: countOf(counted.total_tokens) ?? promptTokens + completionTokens,
    ...(cached === undefined ? {} : { cachedTokens: cached }),
    ...(created === undefined ? {} : { cacheCreationTokens: created }),
  };
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function countOf(value: unknown): number | undefined {
  return Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : undefined;
}
