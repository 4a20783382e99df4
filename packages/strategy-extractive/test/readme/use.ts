import { createStrategy } from '@palimpsest/engine';
import type { CompressionContext, IContent } from '@palimpsest/core-types';
import { extractive } from '@palimpsest/strategy-extractive';

const say = (speaker: 'human' | 'ai', text: string): IContent => ({
  speaker,
  blocks: [{ type: 'text', text }],
});
const report = [
  'We looked at the logs for a while, and at first there was nothing to be seen in them.',
  'Then acquireConnection timed out after 30 seconds, because maxWaiters was reached.',
  'No, maxWaiters must not be raised: the database allows 100 connections.',
  'Anyway, that was the day, and in the end nobody of us had lunch.',
  'Somebody asked about the weather, and it was said that it would rain.',
  'Later we looked at the logs again, and there was nothing new to be seen.',
].join(' ');
const history = [
  say('human', 'Why is checkout slow?'),
  say('ai', report),
  say('human', 'Right. And now?'),
  say('ai', 'Now we wait.'),
  say('human', 'For what?'),
  say('ai', 'For the deploy.'),
];

const context: CompressionContext = {
  history,
  targetTokens: 115,
  estimateTokens: (entries) => JSON.stringify(entries.map(({ blocks }) => blocks)).length / 4, // your tokenizer here
  currentTokenCount: 240,
  runtimeContext: { ephemerals: {} },
};
const result = await createStrategy(extractive).compress(context);

const [block] = result.kind === 'applied' ? result.newHistory[1]!.blocks : [];
console.log(block?.type === 'text' && block.text);
// [summary: Then acquireConnection timed out after 30 seconds, because maxWaiters was reached. ... No, maxWaiters must not be raised: the database allows 100 connections.]
console.log(result.metadata.dropped); // { summarizedTexts: 1 }
