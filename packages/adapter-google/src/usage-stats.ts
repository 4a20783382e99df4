import type { UsageStats } from '@palimpsest/core-types';

/** `usageMetadata` of a Gemini response, as in the API, the SDK and ADK. */
export interface UsageMetadata {
  readonly promptTokenCount?: number;
  readonly candidatesTokenCount?: number;
  readonly thoughtsTokenCount?: number;
  readonly toolUsePromptTokenCount?: number;
  readonly cachedContentTokenCount?: number;
  readonly totalTokenCount?: number;
}

/** Converts usage. Returns `undefined` without a prompt count. Prompt tokens include cached ones, but not those of the provider's own tools. */
export function usageStats(usage: UsageMetadata | null | undefined): UsageStats | undefined {
  const promptTokens = usage?.promptTokenCount;
  if (typeof promptTokens !== 'number') return undefined;
  const reasoningTokens = usage?.thoughtsTokenCount ?? 0;
  const toolTokens = usage?.toolUsePromptTokenCount ?? 0;
  const completionTokens = (usage?.candidatesTokenCount ?? 0) + reasoningTokens;
  return {
    promptTokens,
    completionTokens,
    totalTokens: usage?.totalTokenCount ?? promptTokens + completionTokens + toolTokens,
    cachedTokens: usage?.cachedContentTokenCount ?? 0,
    reasoningTokens,
    toolTokens,
  };
}
