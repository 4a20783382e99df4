import type { UsageStats } from '@palimpsest/core-types';

/** What a provider says it counted, in tokens, under the names its answers have. What is no whole number, 0 or more, was not said. */
export interface ProviderUsage {
  /** All that was sent, cached tokens included. */
  readonly prompt: unknown;
  /** @default 0 */
  readonly completion?: unknown;
  /** @default prompt and completion together */
  readonly total?: unknown;
  /** Of the prompt: read from a cache. */
  readonly cached?: unknown;
  /** Of the prompt: written to a cache. */
  readonly created?: unknown;
  /** Of the completion: reasoning. */
  readonly reasoning?: unknown;
}

/** Counts as `report` takes them; `undefined` where the prompt was not counted, as then nothing can be corrected by them. */
export function toUsageStats(counted: ProviderUsage): UsageStats | undefined {
  const promptTokens = tokensIn(counted.prompt);
  if (promptTokens === undefined) return undefined;
  const completionTokens = tokensIn(counted.completion) ?? 0;
  const cachedTokens = tokensIn(counted.cached);
  const cacheCreationTokens = tokensIn(counted.created);
  const reasoningTokens = tokensIn(counted.reasoning);
  return {
    promptTokens,
    completionTokens,
    totalTokens: tokensIn(counted.total) ?? promptTokens + completionTokens,
    ...(cachedTokens === undefined ? {} : { cachedTokens }),
    ...(cacheCreationTokens === undefined ? {} : { cacheCreationTokens }),
    ...(reasoningTokens === undefined ? {} : { reasoningTokens }),
  };
}

function tokensIn(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}
