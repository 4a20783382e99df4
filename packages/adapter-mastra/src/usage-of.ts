import { toUsageStats } from '@palimpsest/adapter';
import type { UsageStats } from '@palimpsest/core-types';

interface Chunk {
  readonly type: string;
  readonly payload: unknown;
}

interface Finish {
  readonly output?: { readonly usage?: Usage };
}

interface Usage {
  readonly inputTokens?: unknown;
  readonly outputTokens?: unknown;
  readonly cachedInputTokens?: unknown;
  readonly cacheCreationInputTokens?: unknown;
}

/** What the provider counted, from the last chunk of an answer; `undefined` where it did not count what it was sent. */
export function usageOf(chunks: readonly Chunk[]): UsageStats | undefined {
  const finish = chunks.findLast(({ type }) => type === 'finish');
  // Mastra does not say what a chunk holds.
  const usage = (finish?.payload as Finish | null | undefined)?.output?.usage;
  return toUsageStats({
    prompt: usage?.inputTokens,
    completion: usage?.outputTokens,
    cached: usage?.cachedInputTokens,
    created: usage?.cacheCreationInputTokens,
  });
}
