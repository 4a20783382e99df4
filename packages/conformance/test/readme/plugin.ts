import type { StrategyPlugin } from '@palimpsest/core-types';

/** Does nothing, lawfully. */
export const plugin: StrategyPlugin = {
  specification: 1,
  name: 'leave-it',
  requiresLLM: false,
  humanText: 'kept',
  description: 'Leaves every history as it is.',
  create: () => ({
    name: 'leave-it',
    requiresLLM: false,
    trigger: { mode: 'threshold', defaultThreshold: 0.85 },
    compress: ({ history: { length } }) => {
      const counts = { originalMessageCount: length, compressedMessageCount: length };
      const metadata = { ...counts, strategyUsed: 'leave-it', llmCallMade: false };
      return Promise.resolve({ kind: 'noop', reason: 'nothing-removable', metadata });
    },
  }),
};
