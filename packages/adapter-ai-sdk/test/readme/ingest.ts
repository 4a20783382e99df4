import { aiSdkAdapter } from '@palimpsest/adapter-ai-sdk';
import { generateText, stepCountIs } from 'ai';
import { bash, makeModel } from './agent.ts';

const adapter = aiSdkAdapter({ when: 'ingest' });

const { steps } = await generateText({
  model: makeModel(),
  tools: adapter.ingest({ bash, recall: adapter.recallTool }),
  stopWhen: stepCountIs(20),
  prompt: 'Make the build green. Never touch main.',
});

const { inputTokens } = steps[1]!.usage;
const [result] = steps[0]!.toolResults;
console.log(String(result?.output).length, 'characters returned,', inputTokens, 'tokens sent');
