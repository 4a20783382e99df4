import { Agent } from '@mastra/core/agent';
import { mastraAdapter } from '@palimpsest/adapter-mastra';
import { bash, makeModel } from './worker.ts';

const adapter = mastraAdapter({
  settings: { 'context-limit': 6_000, maxOutputTokens: 200 },
  onPrepared: ({ kind, tokensBefore, tokensAfter }) => console.log(kind, tokensBefore, tokensAfter),
});

const agent = new Agent({
  id: 'worker',
  name: 'Worker',
  instructions: 'Never touch main.',
  model: makeModel(),
  tools: { bash, recall: adapter.recallTool },
  inputProcessors: [adapter.processor],
});

const { text, toolResults } = await agent.generate('Make the build green.', { maxSteps: 20 });
const recalled = toolResults.find(({ payload }) => payload.toolName === 'recall');
console.log(recalled?.payload.result);
console.log(text);
