import type { UsageStats } from '@palimpsest/core-types';
import type { ReportUsage } from './adapter.ts';
import { fieldsOf, type Fields } from './fields.ts';
import { usageObserver, type ResponseObserver } from './observe-response.ts';
import { toUsageStats } from './to-usage-stats.ts';

/** Reports the token usage of a response of the Messages API once. Stream events accumulate: a later event overrides the fields it names. */
export function observeAnthropicUsage(report: ReportUsage): ResponseObserver {
  let counted: Fields = {};
  return usageObserver(report, (data) => {
    if (!data.includes('"message_stop"') && !data.includes('"usage"')) return {};
    const event = fieldsOf(JSON.parse(data));
    const usage = fieldsOf(event['usage'] ?? fieldsOf(event['message'])['usage']);
    const named = Object.entries(usage).filter(([, count]) => typeof count === 'number');
    counted = { ...counted, ...Object.fromEntries(named) };
    return { usage: usageOf(counted), isLast: event['type'] === 'message_stop' };
  });
}

/** Converts usage. Input tokens exclude cache reads and writes, so both are added. */
function usageOf(usage: Fields): UsageStats | undefined {
  const { input_tokens: input, output_tokens: completion } = usage;
  const { cache_read_input_tokens: cached, cache_creation_input_tokens: created } = usage;
  const prompt = typeof input === 'number' ? input + countOf(cached) + countOf(created) : undefined;
  return toUsageStats({ prompt, completion, cached, created });
}

function countOf(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}
