import { toUsageStats, type AdaptResult, type ResponseObserver } from '@palimpsest/adapter';
import type { UsageStats } from '@palimpsest/core-types';

type Fields = Readonly<Record<string, unknown>>;

/** Reports what an answer says it took, once: some servers count in every event, and the last count holds. */
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
      // The event that holds a counted response is the last one: few read on.
      if ('response' in answer) end();
    },
    end,
  };
}

/** Of a chat completion or a part of it, of a response, or of an event that holds one. */
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
