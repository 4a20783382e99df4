import { createTool } from '@mastra/core/tools';
import { describeGuard } from '../../adapter/test/guard-contract.ts';
import { mastraAdapter } from '../src/index.ts';
import { agentOf, scripted, WAYS } from './agent.ts';

// The guard stops calls that copy a marker. The contract plays a model that copies one; here it plays in Mastra.
for (const way of ['generate', 'stream'] as const) {
  describeGuard(`hooks of Mastra, ${way}`, async ({ task, settings, toolNames, next, run }) => {
    const adapter = mastraAdapter({ settings });
    const asked = scripted((prompt) => {
      const call = next(prompt);
      return call === undefined ? { text: 'Done.' } : { ...call, toolName: call.name };
    });
    const tools = toolNames.map((name) => [
      name,
      createTool({
        id: name,
        description: 'Works.',
        inputSchema: { type: 'object', additionalProperties: true },
        execute: (input) => Promise.resolve(run(name, input)),
      }),
    ]);
    const agent = agentOf(adapter, asked, Object.fromEntries(tools));
    await WAYS[way](agent, { maxSteps: 200, hooks: adapter.hooks }, task);
  });
}
