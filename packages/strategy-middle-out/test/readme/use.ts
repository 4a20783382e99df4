import { createStrategy } from '@palimpsest/engine';
import type { CompressionContext, IContent, ModelProvider } from '@palimpsest/core-types';
import { middleOut } from '@palimpsest/strategy-middle-out';

// Your model; @palimpsest/providers has connections to real ones.
const model: ModelProvider = {
  name: 'mine',
  async *generateChatCompletion({ contents }) {
    const text = `<state_snapshot>\n${contents.length} texts were read.\n</state_snapshot>`;
    yield { speaker: 'ai', blocks: [{ type: 'text', text }] };
  },
};

const history = Array.from({ length: 20 }, (_, index): IContent => {
  const text =
    index === 6 ? 'Never push to main.' : `Message ${index}. ${'Some words. '.repeat(40)}`;
  return { speaker: index % 2 === 0 ? 'human' : 'ai', blocks: [{ type: 'text', text }] };
});
const context: CompressionContext = {
  history,
  estimateTokens: (entries) => JSON.stringify(entries).length / 4, // your tokenizer here
  currentTokenCount: 3_000,
  runtimeContext: { ephemerals: {} },
};
const result = await createStrategy(middleOut, { model }).compress(context);

console.log(result.kind); // applied
console.log(result.kind === 'applied' && result.newHistory.length); // 10
console.log(JSON.stringify(result).includes('- (must not) Never push to main.')); // true
console.log(result.metadata.llmCalls?.length); // 1
