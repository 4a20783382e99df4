import { AIMessage, HumanMessage, type BaseMessage } from '@langchain/core/messages';
import { DynamicStructuredTool } from '@langchain/core/tools';
import { createAgent, fakeModel } from 'langchain';
import { expect, test } from 'vitest';
import { describeGuard, type GuardScript } from '../../adapter/test/guard-contract.ts';
import { langchainAdapter } from '../src/index.ts';
import { resultsIn, SMALL } from './agent.ts';

const MAX_CALLS = 200;

/** Runs an agent with the tools of a script. Returns its messages. */
async function play(
  { task, settings, toolNames, next, run }: GuardScript,
  rewriteState: boolean,
): Promise<readonly BaseMessage[]> {
  const model = fakeModel();
  let calls = 0;
  for (let at = 0; at < MAX_CALLS; at += 1) {
    model.respond((messages) => {
      const call = next(messages);
      if (call === undefined) return new AIMessage('Done.');
      calls += 1;
      const called = { id: `call_${calls}`, name: call.name, args: { ...call.input } };
      return new AIMessage({ content: '', tool_calls: [{ ...called, type: 'tool_call' }] });
    });
  }
  const tools = toolNames.map(
    (name): DynamicStructuredTool =>
      new DynamicStructuredTool({
        name,
        description: 'Works.',
        schema: { type: 'object', properties: {}, additionalProperties: true },
        func: (input) => Promise.resolve(run(name, input)),
      }),
  );
  const { middleware } = langchainAdapter({ settings, rewriteState });
  const agent = createAgent({ model, tools, middleware: [middleware] });
  const given = { messages: [new HumanMessage(task)] };
  const { messages } = await agent.invoke(given, { recursionLimit: 1_000 });
  return messages;
}

for (const rewriteState of [false, true]) {
  describeGuard(`the middleware, rewriteState ${rewriteState}`, async (script) => {
    await play(script, rewriteState);
  });
}

test('a call that is stopped has a failed result, and a tool that fails still does', async () => {
  const reads = Array.from({ length: 14 }, () => ({ name: 'Read', input: { file_path: 'a' } }));
  const writes = ['…12', 'fail'].map((content) => ({ name: 'Write', input: { content } }));
  const calls = [...reads, ...writes];
  const messages = await play(
    {
      task: 'Go on.',
      settings: SMALL.settings as GuardScript['settings'],
      toolNames: ['Read', 'Write'],
      next: () => calls.shift(),
      run(name) {
        if (name === 'Write') throw new Error('The disk is full.');
        return Array.from({ length: 120 }, (_, line) => `ok ${line} passed`).join('\n');
      },
    },
    false,
  );
  const results = resultsIn(messages);
  expect(results.get('call_15')).toMatchObject({
    status: 'error',
    name: 'Write',
    content: expect.stringContaining('The call did not run.'),
  });
  expect(results.get('call_16')).toMatchObject({
    status: 'error',
    content: 'Error: The disk is full.\n Please fix your mistakes.',
  });
});
