import type { UsageStats } from '@palimpsest/core-types';
import type { ReportUsage } from './adapter.ts';
import { fieldsOf } from './fields.ts';
import { usageObserver, type ResponseObserver } from './observe-response.ts';

/** Reports the token usage of a Gemini response once, at its end. */
export function observeGeminiUsage(report: ReportUsage): ResponseObserver {
  return usageObserver(report, (data) => {
    if (!data.includes('"usageMetadata"')) return {};
    return { usage: geminiUsageStats(fieldsOf(JSON.parse(data))['usageMetadata']) };
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
export function geminiUsageStats(usageMetadata: unknown): UsageStats | undefined {
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
