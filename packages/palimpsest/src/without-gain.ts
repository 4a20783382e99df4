import type { CompressionResult } from '@palimpsest/core-types';

/** Returns a no-op for a result whose encoded form is not smaller than the input. */
export function withoutGain(
  { metadata }: CompressionResult,
  { tokens, entries }: { readonly tokens: number; readonly entries: number },
): CompressionResult {
  const { strategyUsed, llmCallMade, usage, llmCalls, repaired, targetTokens } = metadata;
  const shortfallTokens = targetTokens === undefined ? 0 : Math.max(0, tokens - targetTokens);
  return {
    kind: 'noop',
    reason: 'no-gain',
    metadata: {
      originalMessageCount: metadata.originalMessageCount,
      compressedMessageCount: entries,
      strategyUsed,
      llmCallMade,
      ...(llmCalls === undefined ? {} : { llmCalls }),
      ...(usage === undefined ? {} : { usage }),
      ...(repaired === undefined ? {} : { repaired }),
      tokensBefore: tokens,
      tokensAfter: tokens,
      ...(targetTokens === undefined ? {} : { targetTokens }),
      ...(shortfallTokens > 0
        ? {
            shortfallTokens,
            shortfallReason: 'the messages as they are sent would have become larger',
          }
        : {}),
    },
  };
}
