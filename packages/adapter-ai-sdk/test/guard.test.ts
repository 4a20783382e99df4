import { jsonSchema, stepCountIs, type Tool } from 'ai';
import { expect, test } from 'vitest';
import { describeGuard } from '../../adapter/test/guard-contract.ts';
import { aiSdkAdapter } from '../src/index.ts';
import { run as runLoop, RUNS, scripted } from './versions.ts';

const inputSchema = jsonSchema<object>({ type: 'object' });

for (const { name: way, ...how } of RUNS.filter(({ hook }) => hook === 'prepareStep')) {
  describeGuard(`tools of the AI SDK, ${way}`, async ({ task, settings, toolNames, next, run }) => {
    const adapter = aiSdkAdapter({ settings });
    const model = scripted(how.version, (prompt) => {
      const call = next(prompt);
      return call === undefined ? { text: 'Done.' } : { ...call, toolName: call.name };
    });
    const tools = toolNames.map((name): [string, Tool] => [
      name,
      { inputSchema, execute: (input) => run(name, input) },
    ]);
    await runLoop({
      ...how,
      adapter,
      model,
      tools: adapter.guard(Object.fromEntries(tools)),
      messages: [{ role: 'user', content: task }],
      more: { stopWhen: stepCountIs(200) },
    });
  });
}

test('keeps the recall tool, tools without `execute`, and the other properties of a tool', async () => {
  const { guard, recallTool } = aiSdkAdapter();
  const client: Tool = { inputSchema };
  const write: Tool<object, string> = { inputSchema, execute: () => 'written' };
  const wrapped = guard({ recallTool, client, write });
  expect(wrapped.recallTool).toBe(recallTool);
  expect(wrapped.client).toBe(client);
  expect({ ...wrapped.write, execute: write.execute }).toEqual(write);
});

test('a tool that streams its output gives the last one', async () => {
  const { guard } = aiSdkAdapter();
  const stream: Tool<object, string> = {
    inputSchema,
    async *execute() {
      yield 'half';
      yield 'all';
    },
  };
  const { execute } = guard({ stream }).stream;
  const options = { toolCallId: 'a', messages: [] } as never;
  expect(await execute({}, options)).toBe('all');
});
