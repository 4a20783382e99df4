import { Agent } from '@mastra/core/agent';
import { mastraAdapter } from '@palimpsest/adapter-mastra';
import { bash, makeModel } from './worker.ts';

const adapter = mastraAdapter({ when: 'ingest' });

const agent = new Agent({
  id: 'worker',
  name: 'Worker',
  instructions: 'Never touch main.',
  model: makeModel(),
  tools: adapter.ingest({ bash, recall: adapter.recallTool }),
});

const { toolResults } = await agent.generate('Make the build green.', { maxSteps: 20 });
const [first, , , recalled] = toolResults;
console.log(String(first?.payload.result).length, 'characters returned');
console.log(recalled?.payload.result);
