import type { StrategyPlugin } from '@palimpsest/core-types';
import { createIsProtected } from '@palimpsest/engine/history';

/** Drops the model's reasoning, and nothing else. */
export const forgetThinking: StrategyPlugin = {
  specification: 1,
  name: 'forget-thinking',
  requiresLLM: false,
  humanText: 'kept',
  description: 'Drops the reasoning of the model.',
  create: () => ({
    name: 'forget-thinking',
    requiresLLM: false,
    trigger: { mode: 'threshold', defaultThreshold: 0.85 },
    async compress({ history, pinned }) {
      const isProtected = createIsProtected(pinned);
      const newHistory = history.map((entry) => {
        const blocks = entry.blocks.filter(({ type }) => type !== 'thinking');
        const isUntouched = isProtected(entry) || blocks.length === entry.blocks.length;
        return isUntouched || blocks.length === 0 ? entry : { ...entry, blocks };
      });
      const metadata = {
        originalMessageCount: history.length,
        compressedMessageCount: history.length,
        strategyUsed: 'forget-thinking',
        llmCallMade: false,
      };
      if (newHistory.every((entry, index) => entry === history[index])) {
        return { kind: 'noop', reason: 'nothing-removable', metadata };
      }
      return { kind: 'applied', newHistory, metadata };
    },
  }),
};
