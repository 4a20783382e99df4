import { aiSdkAdapter } from '@palimpsest/adapter-ai-sdk';
import { ToolLoopAgent } from 'ai';
import { bash, makeModel } from './agent.ts';

const adapter = aiSdkAdapter({ settings: { 'context-limit': 6_000, maxOutputTokens: 200 } });

const agent = new ToolLoopAgent({
  model: makeModel(),
  tools: { bash, recall: adapter.recallTool },
  prepareStep: adapter.prepareStep,
});
const { text } = await agent.generate({ prompt: 'Make the build green. Never touch main.' });
console.log(text);
