import { toUsageStats } from '@palimpsest/adapter';
import type { UsageStats } from '@palimpsest/core-types';

/** Token usage in the shape of call results, or of language models; grouped since version 3. */
export interface CountedUsage {
  readonly inputTokens?: unknown;
  readonly outputTokens?: unknown;
  readonly inputTokenDetails?: unknown;
  readonly cachedInputTokens?: unknown;
}

interface Counts {
  readonly total?: unknown;
  readonly cacheRead?: unknown;
  readonly cacheWrite?: unknown;
  readonly cacheReadTokens?: unknown;
  readonly cacheWriteTokens?: unknown;
}

/** Converts usage. Returns `undefined` if the provider did not count the prompt. */
export function usageStats(usage: CountedUsage | undefined): UsageStats | undefined {
  if (usage === undefined) return undefined;
  const input = countsOf(usage.inputTokens);
  const details = countsOf(usage.inputTokenDetails);
  const output = countsOf(usage.outputTokens);
  return toUsageStats({
    prompt: input.total ?? usage.inputTokens,
    completion: output.total ?? usage.outputTokens,
    cached: input.cacheRead ?? details.cacheReadTokens ?? usage.cachedInputTokens,
    created: input.cacheWrite ?? details.cacheWriteTokens,
  });
}

function countsOf(value: unknown): Counts {
  return typeof value === 'object' && value !== null ? value : {};
}
