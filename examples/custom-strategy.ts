import type { CompressionStrategy } from '@palimpsest/core-types';
import { adjustForToolCallBoundary } from '@palimpsest/history';
import { createPalimpsest } from 'palimpsest';
import messages from './session.json' with { type: 'json' };

/** Keeps what people said, and the newest ten entries: never half an exchange. */
const newestTen: CompressionStrategy = {
  name: 'newest-ten',
  requiresLLM: false,
  trigger: { mode: 'threshold', defaultThreshold: 0.85 },
  async compress({ history }) {
    const cut = adjustForToolCallBoundary(history, history.length - 10);
    const isKept = { system: true, human: true, ai: false, tool: false };
    const newHistory = history.filter(({ speaker }, at) => at >= cut || isKept[speaker]);
    return {
      kind: 'applied',
      newHistory,
      metadata: {
        originalMessageCount: history.length,
        compressedMessageCount: newHistory.length,
        strategyUsed: 'newest-ten',
        llmCallMade: false,
      },
    };
  },
};

const palimpsest = createPalimpsest();
palimpsest.registry.register({
  specification: 1,
  name: 'newest-ten',
  requiresLLM: false,
  humanText: 'kept',
  description: 'Keeps what people said, and the newest ten entries.',
  create: () => newestTen,
});
const { report } = await palimpsest.compress(messages, { strategy: 'newest-ten' });
console.log(`${report.messagesBefore} messages became ${report.messagesAfter}`);
