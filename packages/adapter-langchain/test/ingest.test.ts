import { ToolMessage } from '@langchain/core/messages';
import { DynamicStructuredTool } from '@langchain/core/tools';
import { MemorySaver } from '@langchain/langgraph';
import { AIMessage, createAgent, fakeModel } from 'langchain';
import { expect, test } from 'vitest';
import { langchainAdapter } from '../src/index.ts';
import { bash, printed, resultsIn, shownIds, task, working } from './agent.ts';

const LONG = printed(1, 2_000);
const PICTURE = { type: 'image', mimeType: 'image/png', data: 'aGk=' };
const { schema } = bash;

/** Returns the tool result that both the state and the model get. */
async function resultOf(
  func: () => Promise<unknown>,
  responseFormat?: 'content' | 'content_and_artifact',
) {
  const { ingest } = langchainAdapter({ when: 'ingest' });
  const calls = [{ id: 'c', name: 'bash', args: { at: 1 }, type: 'tool_call' as const }];
  const model = fakeModel()
    .respond(new AIMessage({ content: '', tool_calls: calls }))
    .respond(new AIMessage('done'));
  const format = responseFormat === undefined ? {} : { responseFormat };
  const fields = { name: 'bash', description: '', schema, func, ...format };
  const own: DynamicStructuredTool = new DynamicStructuredTool(fields);
  const agent = createAgent({ model, tools: [own], middleware: [ingest] });
  const { messages } = await agent.invoke({ messages: [task()] });
  const result = resultsIn(messages).get('c')!;
  expect(resultsIn(model.calls[1]!.messages).get('c')).toBe(result);
  return result;
}

test('the state holds the reduced result, with the original as its artifact', async () => {
  const result = await resultOf(() => Promise.resolve(LONG));
  expect(result.content.length).toBeLessThan(LONG.length / 4);
  expect(result.content).toContain('gate_1 has no tariff');
  expect(shownIds(result.content)).toHaveLength(1);
  expect(result).toMatchObject({ artifact: LONG, name: 'bash', tool_call_id: 'c' });
});

test('reduces the text parts of a result, and keeps the others', async () => {
  const parts = [{ type: 'text', text: LONG }, PICTURE];
  const result = await resultOf(() => Promise.resolve([parts, undefined]), 'content_and_artifact');
  expect(result.content).toEqual([{ type: 'text', text: expect.any(String) }, PICTURE]);
  expect((result.content[0] as { text: string }).text.length).toBeLessThan(LONG.length / 4);
  expect(result.artifact).toEqual(parts);
});

test('adds a small result to the state unchanged', async () => {
  const message = new ToolMessage({ tool_call_id: 'c', content: 'fine' });
  expect(await resultOf(() => Promise.resolve(message))).toBe(message);
});

test('keeps the result of a failed tool unchanged', async () => {
  const failing = () => Promise.reject(new Error(LONG));
  const result = await resultOf(failing);
  expect(result.status).toBe('error');
  expect(result.content).toBe(`Error: ${LONG}\n Please fix your mistakes.`);
  const said = new ToolMessage({ tool_call_id: 'c', content: LONG, status: 'error' });
  expect(await resultOf(() => Promise.resolve(said))).toBe(said);
});

test('with both middlewares, reduces a result once, and does not reduce recalled text', async () => {
  const { ingest, middleware } = langchainAdapter({ when: 'ingest' });
  const model = working(1);
  const long = new DynamicStructuredTool({
    name: 'bash',
    description: bash.description,
    schema: bash.schema,
    func: () => Promise.resolve(LONG),
  });
  const checkpointer = new MemorySaver();
  const agent = createAgent({
    model,
    tools: [long],
    middleware: [ingest, middleware],
    checkpointer,
  });
  const { messages } = await agent.invoke(
    { messages: [task()] },
    { configurable: { thread_id: 't' } },
  );
  const results = resultsIn(messages);
  expect(shownIds(results.get('call_a_1')!.content)).toHaveLength(1);
  const recalled = results.get('call_a_2')!.content;
  expect(recalled).toContain('lines 1 to 200 of 2001');
  expect(recalled).toContain('ok 198 of suite 1 passed');
  const [, second, third] = model.calls.map((call) => call.messages);
  expect(third!.slice(0, second!.length)).toEqual(second);
});
