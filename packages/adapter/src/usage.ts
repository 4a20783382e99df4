import { defined, type UsageStats } from '@palimpsest/core-types';
import type { ReportUsage } from './adapter.ts';
import { fieldsOf, type Fields } from './fields.ts';
import { usageObserver, type ResponseObserver } from './observe-response.ts';

/** Token counts of a provider. A value that is not a whole number of at least 0 counts as absent. */
interface ProviderUsage {
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
export function toUsageStats(usage: ProviderUsage): UsageStats | undefined {
  const promptTokens = readCount(usage.prompt);
  if (promptTokens === undefined) return undefined;
  const completionTokens = readCount(usage.completion) ?? 0;
  return {
    promptTokens,
    completionTokens,
    totalTokens: readCount(usage.total) ?? promptTokens + completionTokens,
    ...defined({
      cachedTokens: readCount(usage.cached),
      cacheCreationTokens: readCount(usage.created),
      reasoningTokens: readCount(usage.reasoning),
    }),
  };
}

function readCount(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

/** Reports the token usage of a chat completion or of the Responses API once. Some servers send it in every chunk; the last one counts. */
export function observeOpenAIUsage(report: ReportUsage): ResponseObserver {
  return usageObserver(report, (data) => {
    if (data === '[DONE]') return { isLast: true };
    if (!data.includes('"usage"')) return {};
    const body = fieldsOf(JSON.parse(data));
    // In the Responses API, only the last event has the usage.
    return { usage: openaiUsageStats(body), isLast: 'response' in body };
  });
}

/** Reads usage from a chat completion or chunk, a response, or an event that contains one. */
function openaiUsageStats(body: Fields): UsageStats | undefined {
  const usage = fieldsOf(body['usage'] ?? fieldsOf(body['response'])['usage']);
  const inputDetails = fieldsOf(usage['prompt_tokens_details'] ?? usage['input_tokens_details']);
  const outputDetails = fieldsOf(
    usage['completion_tokens_details'] ?? usage['output_tokens_details'],
  );
  return toUsageStats({
    prompt: usage['prompt_tokens'] ?? usage['input_tokens'],
    completion: usage['completion_tokens'] ?? usage['output_tokens'],
    total: usage['total_tokens'],
    cached: inputDetails['cached_tokens'],
    reasoning: outputDetails['reasoning_tokens'],
  });
}

/** Reports the token usage of a response of the Messages API once. A later stream event overrides the counts that it contains. */
export function observeAnthropicUsage(report: ReportUsage): ResponseObserver {
  let counts: Fields = {};
  return usageObserver(report, (data) => {
    if (!data.includes('"message_stop"') && !data.includes('"usage"')) return {};
    const event = fieldsOf(JSON.parse(data));
    const usage = fieldsOf(event['usage'] ?? fieldsOf(event['message'])['usage']);
    const newCounts = Object.entries(usage).filter(([, count]) => typeof count === 'number');
    counts = { ...counts, ...Object.fromEntries(newCounts) };
    return { usage: anthropicUsageStats(counts), isLast: event['type'] === 'message_stop' };
  });
}

/** Converts Anthropic usage to `UsageStats`. Input tokens exclude cache reads and writes, so both are added. */
function anthropicUsageStats(usage: Fields): UsageStats | undefined {
  const { input_tokens: input, output_tokens: completion } = usage;
  const { cache_read_input_tokens: cached, cache_creation_input_tokens: created } = usage;
  const uncached = readCount(input);
  const prompt =
    uncached === undefined
      ? undefined
      : uncached + (readCount(cached) ?? 0) + (readCount(created) ?? 0);
  return toUsageStats({ prompt, completion, cached, created });
}

/** Reports the token usage of a Gemini response once, at its end. */
export function observeGeminiUsage(report: ReportUsage): ResponseObserver {
  return usageObserver(report, (data) => {
    if (!data.includes('"usageMetadata"')) return {};
    return { usage: geminiUsageStats(fieldsOf(JSON.parse(data))['usageMetadata']) };
  });
}

/** `usageMetadata` of a Gemini response, as in the API, the SDK and ADK. */
interface UsageMetadata {
  readonly promptTokenCount?: unknown;
  readonly candidatesTokenCount?: unknown;
  readonly thoughtsTokenCount?: unknown;
  readonly toolUsePromptTokenCount?: unknown;
  readonly cachedContentTokenCount?: unknown;
  readonly totalTokenCount?: unknown;
}

/**
 * Converts Gemini usage to `UsageStats`. Returns `undefined` without a prompt count. Prompt tokens include cached ones, but not those of the
 * provider's own tools.
 */
export function geminiUsageStats(usageMetadata: unknown): UsageStats | undefined {
  const usage: UsageMetadata = fieldsOf(usageMetadata);
  const promptTokens = readCount(usage.promptTokenCount);
  if (promptTokens === undefined) return undefined;
  const reasoningTokens = readCount(usage.thoughtsTokenCount) ?? 0;
  const toolTokens = readCount(usage.toolUsePromptTokenCount) ?? 0;
  const completionTokens = (readCount(usage.candidatesTokenCount) ?? 0) + reasoningTokens;
  return {
    promptTokens,
    completionTokens,
    totalTokens: readCount(usage.totalTokenCount) ?? promptTokens + completionTokens + toolTokens,
    cachedTokens: readCount(usage.cachedContentTokenCount) ?? 0,
    reasoningTokens,
    toolTokens,
  };
}
