import {
  fieldsOf,
  usageObserver,
  type ReportUsage,
  type ResponseObserver,
} from '@palimpsest/adapter';
import type { UsageStats } from '@palimpsest/core-types';

/** Reports the token usage of a response once, at its end. */
export function usageWatch(report: ReportUsage): ResponseObserver {
  return usageObserver(report, (data) => {
    if (!data.includes('"usageMetadata"')) return {};
    return { usage: usageStats(fieldsOf(JSON.parse(data))['usageMetadata']) };
  });
}

/** `usageMetadata` of a Gemini response, as in the API, the SDK and ADK. */
interface UsageMetadata {
  readonly promptTokenCount?: number;
  readonly candidatesTokenCount?: number;
  readonly thoughtsTokenCount?: number;
  readonly toolUsePromptTokenCount?: number;
  readonly cachedContentTokenCount?: number;
  readonly totalTokenCount?: number;
}

/** Converts usage. Returns `undefined` without a prompt count. Prompt tokens include cached ones, but not those of the provider's own tools. */
export function usageStats(usageMetadata: unknown): UsageStats | undefined {
  const usage: UsageMetadata = fieldsOf(usageMetadata);
  const { promptTokenCount: promptTokens } = usage;
  if (typeof promptTokens !== 'number') return undefined;
  const reasoningTokens = usage.thoughtsTokenCount ?? 0;
  const toolTokens = usage.toolUsePromptTokenCount ?? 0;
  const completionTokens = (usage.candidatesTokenCount ?? 0) + reasoningTokens;
  return {
    promptTokens,
    completionTokens,
    totalTokens: usage.totalTokenCount ?? promptTokens + completionTokens + toolTokens,
    cachedTokens: usage.cachedContentTokenCount ?? 0,
    reasoningTokens,
    toolTokens,
  };
}
