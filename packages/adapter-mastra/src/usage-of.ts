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

/** Returns the token usage from the last chunk of a response, or `undefined` without a prompt count. */
export function usageOf(chunks: readonly Chunk[]): UsageStats | undefined {
  const finish = chunks.findLast(({ type }) => type === 'finish');
  // Mastra does not type a chunk's payload.
  const usage = (finish?.payload as Finish | null | undefined)?.output?.usage;
  return toUsageStats({
    prompt: usage?.inputTokens,
    completion: usage?.outputTokens,
    cached: usage?.cachedInputTokens,
    created: usage?.cacheCreationInputTokens,
  });
}
