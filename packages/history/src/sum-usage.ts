import type { UsageStats } from '@palimpsest/core-types';

type Growing<T> = { -readonly [K in keyof T]: T[K] };

/** Returns the total token usage of model calls; `undefined` if none reported it. */
export function sumUsage(
  calls: readonly { readonly usage?: UsageStats }[],
): UsageStats | undefined {
  let sum: Growing<UsageStats> | undefined;
  for (const { usage } of calls) {
    if (usage === undefined) continue;
    sum ??= { promptTokens: 0, completionTokens: 0, totalTokens: 0 };
    for (const [name, tokens] of Object.entries(usage) as [keyof UsageStats, unknown][]) {
      if (typeof tokens === 'number') sum[name] = (sum[name] ?? 0) + tokens;
    }
  }
  return sum;
}
