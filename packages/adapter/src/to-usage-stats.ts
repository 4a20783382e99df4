import { defined, type UsageStats } from '@palimpsest/core-types';

/** Token usage under the names that provider responses have. A value that is not a whole number of at least 0 counts as absent. */
export interface ProviderUsage {
  /** Tokens of the whole prompt, cached ones included. */
  readonly prompt: unknown;
  /** @default 0 */
  readonly completion?: unknown;
  /** @default the sum of prompt and completion */
  readonly total?: unknown;
  /** Prompt tokens read from the cache. */
  readonly cached?: unknown;
  /** Prompt tokens written to the cache. */
  readonly created?: unknown;
  /** Completion tokens of reasoning. */
  readonly reasoning?: unknown;
}

/** Converts usage for `report`. Returns `undefined` without a prompt count, because nothing can be calibrated then. */
export function toUsageStats(counted: ProviderUsage): UsageStats | undefined {
  const promptTokens = tokensIn(counted.prompt);
  if (promptTokens === undefined) return undefined;
  const completionTokens = tokensIn(counted.completion) ?? 0;
  return {
    promptTokens,
    completionTokens,
    totalTokens: tokensIn(counted.total) ?? promptTokens + completionTokens,
    ...defined({
      cachedTokens: tokensIn(counted.cached),
      cacheCreationTokens: tokensIn(counted.created),
      reasoningTokens: tokensIn(counted.reasoning),
    }),
  };
}

function tokensIn(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}
