import type { Adapted, AnswerWatch } from '@palimpsest/adapter';
import type { UsageStats } from '@palimpsest/core-types';
import { fieldsOf, type Fields } from './fields.ts';

/** Reports what an answer says it took, once. Events of a stream count up: a later one holds, for what it names. */
export function usageWatch(report: Adapted<unknown>['report']): AnswerWatch {
  let counted: Fields = {};
  const end = (): void => {
    const usage = usageOf(counted);
    counted = {};
    if (usage !== undefined) report(usage);
  };
  return {
    see(data) {
      const isLast = data.includes('"message_stop"');
      if (!isLast && !data.includes('"usage"')) return;
      const event = fieldsOf(JSON.parse(data));
      const usage = fieldsOf(event['usage'] ?? fieldsOf(event['message'])['usage']);
      const named = Object.entries(usage).filter(([, count]) => typeof count === 'number');
      counted = { ...counted, ...Object.fromEntries(named) };
      if (event['type'] === 'message_stop') end();
    },
    end,
  };
}

/** Tokens that the cache took or gave are not among the input's. */
function usageOf(usage: Fields): UsageStats | undefined {
  const input = countOf(usage['input_tokens']);
  if (input === undefined) return undefined;
  const cached = countOf(usage['cache_read_input_tokens']);
  const created = countOf(usage['cache_creation_input_tokens']);
  const promptTokens = input + (cached ?? 0) + (created ?? 0);
  const completionTokens = countOf(usage['output_tokens']) ?? 0;
  return {
    promptTokens,
    completionTokens,
    totalTokens: promptTokens + completionTokens,
    ...(cached === undefined ? {} : { cachedTokens: cached }),
    ...(created === undefined ? {} : { cacheCreationTokens: created }),
  };
}

function countOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}
