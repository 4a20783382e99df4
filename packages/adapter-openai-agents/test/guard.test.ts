import { Agent, tool, Usage } from '@openai/agents';
import {
  assistantMessage,
  functionCall,
  modelResponder,
  ScriptedModel,
} from '@openai/agents/testing';
import { describeGuard } from '../../adapter/test/guard-contract.ts';
import { openaiAgentsAdapter } from '../src/index.ts';
import { runner } from './agent.ts';

const MAX_CALLS = 200;

describeGuard('tools with the guardrail', async ({ task, settings, toolNames, next, run }) => {
  const { callModelInputFilter, toolInputGuardrail } = openaiAgentsAdapter({ settings });
  let calls = 0;
  const respond = modelResponder(({ request: { input } }) => {
    const call = next(input as never);
    const item =
      call === undefined
        ? assistantMessage('Done.')
        : functionCall(call.name, call.input, { callId: `call_${(calls += 1)}` });
    return { usage: new Usage(), output: [item], responseId: 'r' };
  });
  const model = new ScriptedModel(Array.from({ length: MAX_CALLS }, () => respond));
  const tools = toolNames.map((name) =>
    tool({
      name,
      description: 'Works.',
      strict: false,
      parameters: { type: 'object', properties: {}, required: [], additionalProperties: true },
      inputGuardrails: [toolInputGuardrail],
      execute: (input) => run(name, input),
    }),
  );
  const agent = new Agent({ name: 'worker', model, tools });
  await runner().run(agent, task, { callModelInputFilter, maxTurns: MAX_CALLS });
});
