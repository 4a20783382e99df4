import { createStrategy } from '@palimpsest/engine';
import type { CompressionContext, IContent } from '@palimpsest/core-types';
import { topDownTruncation } from '@palimpsest/strategy-top-down-truncation';

const say = (speaker: 'human' | 'ai', text: string): IContent => ({
  speaker,
  blocks: [{ type: 'text', text }],
});
const history = [say('human', 'Hi'), say('ai', 'Hello!'), say('human', 'Why?'), say('ai', 'So.')];

const context: CompressionContext = {
  history,
  targetTokens: 250,
  estimateTokens: (entries) => entries.length * 100, // your tokenizer here
  currentTokenCount: 400,
  runtimeContext: { ephemerals: {} },
};
const result = await createStrategy(topDownTruncation).compress(context);

console.log(result.kind); // applied
console.log(result.kind === 'applied' && result.newHistory.length); // 2
console.log(result.metadata.dropped); // { humanEntries: 1, aiEntries: 1 }
