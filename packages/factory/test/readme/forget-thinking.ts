import type { CompressionStrategy, IContent } from '@palimpsest/core-types';

/** Drops the model's reasoning from everything before the newest human message. */
export const forgetThinking: CompressionStrategy = {
  name: 'forget-thinking',
  requiresLLM: false,
  trigger: { mode: 'threshold', defaultThreshold: 0.7 },
  compress({ history }) {
    const tail = history.findLastIndex((entry) => entry.speaker === 'human');
    const newHistory = history.flatMap((entry, index) =>
      index < tail && entry.metadata?.pinned !== true ? withoutThinking(entry) : [entry],
    );
    const metadata = {
      originalMessageCount: history.length,
      compressedMessageCount: newHistory.length,
      strategyUsed: 'forget-thinking',
      llmCallMade: false,
    };
    return Promise.resolve(
      newHistory.length === history.length && newHistory.every((entry, i) => entry === history[i])
        ? { kind: 'noop', reason: 'nothing-removable', metadata }
        : { kind: 'applied', newHistory, metadata },
    );
  },
};

function withoutThinking(entry: IContent): IContent[] {
  const blocks = entry.blocks.filter((block) => block.type !== 'thinking');
  if (blocks.length === entry.blocks.length) return [entry];
  return blocks.length === 0 ? [] : [{ ...entry, blocks }];
}
