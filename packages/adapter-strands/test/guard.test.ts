import { FunctionTool } from '@strands-agents/sdk';
import { describeGuard } from '../../adapter/test/guard-contract.ts';
import { strandsAdapter } from '../src/index.ts';
import { agentOf, ScriptedModel } from './agent.ts';

describeGuard('the conversation manager of Strands', async (script) => {
  const { task, settings, toolNames, next, run } = script;
  const { conversationManager } = strandsAdapter({ settings });
  const model = new ScriptedModel((sent) => next(sent) ?? 'Done.');
  const tools = toolNames.map(
    (name) =>
      new FunctionTool({
        name,
        description: 'Works.',
        inputSchema: { type: 'object' },
        callback: (input) => run(name, input),
      }),
  );
  await agentOf(model, { conversationManager, tools }).invoke(task);
});
