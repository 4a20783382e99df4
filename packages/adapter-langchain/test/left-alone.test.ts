import { AIMessage, createAgent, createMiddleware, fakeModel } from 'langchain';
import { expect, test } from 'vitest';
import { langchainAdapter } from '../src/index.ts';
import { isServerManaged } from '../src/call-options.ts';
import { bash, sizeOf, SMALL, task, working } from './agent.ts';

const HELD = [
  { previous_response_id: 'resp_1' },
  { previousResponseId: 'resp_1' },
  { conversation: 'conv_1' },
  { conversation: { id: 'conv_1' } },
  { previous_interaction_id: 'int_1' },
];

test.each(HELD)('leaves a server-managed conversation unchanged: %o', async (modelSettings) => {
  const settings = createMiddleware({
    name: 'settings',
    wrapModelCall: (request, handler) => handler({ ...request, modelSettings }),
  });
  const { middleware, originals } = langchainAdapter(SMALL);
  const model = fakeModel();
  for (let at = 1; at <= 9; at += 1) {
    const calls = [{ id: `c${at}`, name: 'bash', args: { at: 1 }, type: 'tool_call' as const }];
    model.respond(new AIMessage({ content: '', tool_calls: calls }));
  }
  model.respond(new AIMessage('Done.'));
  const agent = createAgent({ model, tools: [bash], middleware: [settings, middleware] });
  await agent.invoke({ messages: [task()] }, { recursionLimit: 100 });
  expect(sizeOf(model.calls.at(-1)!.messages)).toBeGreaterThan(24_000);
  expect((await originals).list()).toEqual([]);
});

test('detects a server-managed conversation in each place for call parameters of a model', async () => {
  const held = { conversation: 'conv_1' };
  const bound = { bound: { modelKwargs: held } };
  for (const model of [{ modelKwargs: held }, { kwargs: held }, { config: held }, bound]) {
    expect(isServerManaged(model, undefined)).toBe(true);
  }
  for (const other of [{}, { conversation: '' }, { previous_response_id: null }]) {
    expect(isServerManaged({ modelKwargs: other }, other)).toBe(false);
  }
  expect(isServerManaged('openai:gpt-5', undefined)).toBe(false);

  const { preModelHook, originals } = langchainAdapter({ ...SMALL, reactAgent: { llm: bound } });
  const messages = [task(), new AIMessage('Well. '.repeat(20_000)), task()];
  expect((await preModelHook({ messages })).llmInputMessages).toEqual(messages);
  expect((await originals).list()).toEqual([]);
});

test('sends messages that fit as an agent without the adapter does', async () => {
  const plain = working(2);
  const watched = working(2);
  const { middleware, recallTool } = langchainAdapter();
  await createAgent({ model: plain, tools: [bash, recallTool] }).invoke({ messages: [task()] });
  const agent = createAgent({ model: watched, tools: [bash], middleware: [middleware] });
  const { messages } = await agent.invoke({ messages: [task()] });
  for (const call of watched.calls) {
    for (const [at, message] of call.messages.entries()) expect(message).toBe(messages[at]);
  }
  expect(watched.calls.map((call) => call.messages.map(({ text }) => text))).toEqual(
    plain.calls.map((call) => call.messages.map(({ text }) => text)),
  );
});
