import type { CompressionContext, CompressionStrategy, IContent } from '@palimpsest/core-types';
import { estimateEntryTokens } from '@palimpsest/engine/tokens';

/** Compresses entries to a target, by the built-in estimate, and returns what is left of them. */
export async function compressEntries(
  strategy: CompressionStrategy,
  history: readonly IContent[],
  targetTokens: number,
  estimateTokens: (entries: readonly IContent[]) => number = estimateEntryTokens,
): Promise<readonly IContent[]> {
  const result = await strategy.compress({
    ...contextOf(history, estimateTokens),
    targetTokens,
  });
  return result.kind === 'applied' ? result.newHistory : history;
}

/** Returns the input of a strategy without a target and with every default. */
export function contextOf(
  history: readonly IContent[],
  estimateTokens: (entries: readonly IContent[]) => number = estimateEntryTokens,
): CompressionContext {
  return {
    history,
    estimateTokens,
    currentTokenCount: estimateTokens(history),
    runtimeContext: { ephemerals: {} },
  };
}
