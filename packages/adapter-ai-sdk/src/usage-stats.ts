import type { UsageStats } from '@palimpsest/core-types';

/** What was counted, as results of calls have it, or as language models do, since version 3 in groups. */
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

/** Counts of a provider; `undefined` where it did not count what it was sent. */
export function usageStats(usage: CountedUsage | undefined): UsageStats | undefined {
  if (usage === undefined) return undefined;
  const input = countsOf(usage.inputTokens);
  const details = countsOf(usage.inputTokenDetails);
  const promptTokens = countOf(input.total ?? usage.inputTokens);
  if (promptTokens === undefined) return undefined;
  const completionTokens = countOf(countsOf(usage.outputTokens).total ?? usage.outputTokens) ?? 0;
  const cached = countOf(input.cacheRead ?? details.cacheReadTokens ?? usage.cachedInputTokens);
  const created = countOf(input.cacheWrite ?? details.cacheWriteTokens);
  return {
    promptTokens,
    completionTokens,
    totalTokens: promptTokens + completionTokens,
    ...(cached === undefined ? {} : { cachedTokens: cached }),
    ...(created === undefined ? {} : { cacheCreationTokens: created }),
  };
}

function countsOf(value: unknown): Counts {
  return typeof value === 'object' && value !== null ? value : {};
}

function countOf(value: unknown): number | undefined {
  return Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : undefined;
}
