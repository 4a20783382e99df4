import type { CompressionStrategy } from '@palimpsest/core-types';

/** Keeps the newest entry alone. Real strategies keep the laws; this one only shows the shape. */
export const keepNewest: CompressionStrategy = {
  name: 'keep-newest',
  requiresLLM: false,
  trigger: { mode: 'threshold', defaultThreshold: 0.85 },
  compress({ history }) {
    const newHistory = history.slice(-1);
    const metadata = {
      originalMessageCount: history.length,
      compressedMessageCount: newHistory.length,
      strategyUsed: 'keep-newest',
      llmCallMade: false,
    };
    return Promise.resolve(
      history.length < 2
        ? { kind: 'noop', reason: 'tail-covers-all', metadata }
        : { kind: 'applied', newHistory, metadata },
    );
  },
};
