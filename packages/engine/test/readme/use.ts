import type { IContent } from '@palimpsest/core-types';
import { createStrategy, defineStrategy, replaceEntry } from '@palimpsest/engine';
import { estimateEntryTokens } from '@palimpsest/engine/tokens';

const forgetThinking = defineStrategy({
  name: 'forget-thinking',
  description: 'Removes the reasoning of old messages, oldest first.',
  humanText: 'kept',
  *candidates({ history: entries, tailStart, isProtected }) {
    for (const [at, entry] of entries.slice(0, tailStart).entries()) {
      const blocks = entry.blocks.filter(({ type }) => type !== 'thinking');
      const isReduced = blocks.length > 0 && blocks.length < entry.blocks.length;
      if (isProtected(entry) || !isReduced) continue;
      yield replaceEntry(at, { ...entry, blocks }, { thinkingBlocks: 1 });
    }
  },
});

const thought = 'Six times seven is forty-two. '.repeat(40);
const entries: IContent[] = [
  { speaker: 'human', blocks: [{ type: 'text', text: 'What is six times seven?' }] },
  {
    speaker: 'ai',
    blocks: [
      { type: 'thinking', thought },
      { type: 'text', text: '42.' },
    ],
  },
  { speaker: 'human', blocks: [{ type: 'text', text: 'Thank you.' }] },
];

const result = await createStrategy(forgetThinking).compress({
  history: entries,
  targetTokens: 100,
  estimateTokens: estimateEntryTokens,
  currentTokenCount: estimateEntryTokens(entries),
  runtimeContext: { ephemerals: {} },
});

console.log(result.kind); // applied
console.log(result.metadata.dropped); // { thinkingBlocks: 1 }
