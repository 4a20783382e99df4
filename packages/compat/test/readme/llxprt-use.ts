import {
  applyCompressionWithAnchor,
  DEFAULT_COMPRESSION_STRATEGY,
  getCompressionStrategy,
} from '@palimpsest/compat/llxprt';
import type { CompressionContext, IContent } from '@palimpsest/compat/llxprt';

// What the host has: entries it numbered, its settings, its estimator, its provider.
const history = Array.from({ length: 20 }, (_, index): IContent => {
  const text = `Message ${index}. ${'Many words. '.repeat(40)}`;
  return {
    speaker: index % 2 === 0 ? 'human' : 'ai',
    blocks: [{ type: 'text', text }],
    metadata: {
      chronology: { seq: index + 1, userTurn: 1, step: index + 1, recordedAt: 0 },
    },
  };
});
const provider = {
  name: 'mine',
  async *generateChatCompletion(): AsyncGenerator<IContent> {
    yield { speaker: 'ai', blocks: [{ type: 'text', text: 'First part. Second part.' }] };
  },
};
const context: CompressionContext = {
  history,
  estimateTokens: (entries) => entries.length * 100,
  currentTokenCount: 2_000,
  runtimeContext: {
    ephemerals: { contextLimit: () => 128_000, preserveThreshold: () => 0.3 },
  },
  resolveProvider: () => ({ provider }),
  activeTodos: '- [in_progress] Mend the parser',
  cacheAnchorSeq: 0,
};

const strategy = getCompressionStrategy(DEFAULT_COMPRESSION_STRATEGY);
const result = await strategy.compress(context);
const next = applyCompressionWithAnchor(history, result, context.cacheAnchorSeq);

console.log(strategy.name, result.kind); // middle-out applied
console.log(next.history.length, next.anchorSeq); // 12 4
