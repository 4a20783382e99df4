import type { UsageStats } from '@palimpsest/core-types';
import type { ReportUsage } from './adapter.ts';
import { fieldsOf, type Fields } from './fields.ts';
import { usageObserver, type ResponseObserver } from './observe-response.ts';
import { toUsageStats } from './to-usage-stats.ts';

/** Reports the token usage of a chat completion or of the Responses API once. Some servers report it in every event; the last one counts. */
export function observeOpenAIUsage(report: ReportUsage): ResponseObserver {
  return usageObserver(report, (data) => {
    if (data === '[DONE]') return { isLast: true };
    if (!data.includes('"usage"')) return {};
    const answer = fieldsOf(JSON.parse(data));
    // The event with the usage is the last one, so reading can stop.
    return { usage: usageOf(answer), isLast: 'response' in answer };
  });
}

/** Reads usage from a chat completion or chunk, a response, or an event that contains one. */
function usageOf(answer: Fields): UsageStats | undefined {
  const usage = fieldsOf(answer['usage'] ?? fieldsOf(answer['response'])['usage']);
  const read = fieldsOf(usage['prompt_tokens_details'] ?? usage['input_tokens_details']);
  const written = fieldsOf(usage['completion_tokens_details'] ?? usage['output_tokens_details']);
  return toUsageStats({
    prompt: usage['prompt_tokens'] ?? usage['input_tokens'],
    completion: usage['completion_tokens'] ?? usage['output_tokens'],
    total: usage['total_tokens'],
    cached: read['cached_tokens'],
    reasoning: written['reasoning_tokens'],
  });
}
