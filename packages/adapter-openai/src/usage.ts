import { toUsageStats, type AdaptResult, type ResponseObserver } from '@palimpsest/adapter';
import type { UsageStats } from '@palimpsest/core-types';

type Fields = Readonly<Record<string, unknown>>;

/** Reports the token usage of a response once. Some servers report it in every event; the last one counts. */
export function usageWatch(report: AdaptResult<unknown>['report']): ResponseObserver {
  let usage: UsageStats | undefined;
  const end = (): void => {
    const counted = usage;
    usage = undefined;
    if (counted !== undefined) report(counted);
  };
  return {
    onData(data) {
      if (data === '[DONE]') return end();
      if (!data.includes('"usage"')) return;
      const answer = fieldsOf(JSON.parse(data));
      usage = usageOf(answer) ?? usage;
      // The event with the usage is the last one, so reading can stop.
      if ('response' in answer) end();
    },
    end,
  };
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

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}
