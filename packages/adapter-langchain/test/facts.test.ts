import { OptionError } from '@palimpsest/core-types';
import type { PrepareResult } from '@palimpsest/orchestrator';
import { RECALL_TOOL } from '@palimpsest/originals/recall';
import { AIMessage, createAgent, createMiddleware, fakeModel } from 'langchain';
import { expect, test } from 'vitest';
import { langchainAdapter } from '../src/index.ts';
import type { LangChainAdapterOptions } from '../src/langchain-adapter.ts';
import { readModelOptions, readUsage } from '../src/call-options.ts';
import { bash, task, usage } from './agent.ts';

test.each([
  [{ rewriteState: 'yes' }, 'rewriteState: expected true or false, got "yes".'],
  [{ reactAgent: true }, 'reactAgent: expected an object with llm, prompt and tools, got true.'],
  [{ persist: true }, 'rewriteState, reactAgent'],
  [{ when: 'never' }, 'when: expected one of ingest, turn-boundary, every-call, got "never".'],
])('rejects invalid options at construction: %o', (options, said) => {
  const create = () => langchainAdapter(options as LangChainAdapterOptions);
  expect(create).toThrow(OptionError);
  expect(create).toThrow(said);
});

test('reads the token usage of a response, if it is valid', () => {
  const details = { input_token_details: { cache_read: 60, cache_creation: 5 } };
  expect(readUsage(usage(100, details))).toEqual({
    promptTokens: 100,
    completionTokens: 10,
    totalTokens: 110,
    cachedTokens: 60,
    cacheCreationTokens: 5,
  });
  expect(readUsage({ usage_metadata: { input_tokens: 3 } })).toEqual({
    promptTokens: 3,
    completionTokens: 0,
    totalTokens: 3,
  });
  for (const none of [undefined, null, 'text', {}, { usage_metadata: {} }, usage(-1)]) {
    expect(readUsage(none)).toBeUndefined();
  }
});

test('reads the name and the limits of a model, also of a bound model', () => {
  const model = { model: 'gpt-5', maxTokens: 900, profile: { maxInputTokens: 7_000 } };
  const known = { model: 'gpt-5', maxOutputTokens: 900, contextLimit: 7_000 };
  expect(readModelOptions(model)).toEqual(known);
  expect(readModelOptions({ bound: model, kwargs: {} })).toEqual(known);
  expect(readModelOptions('openai:gpt-5')).toEqual({ model: 'openai:gpt-5' });
  expect(readModelOptions({ modelName: 'm', maxTokens: -1, maxOutputTokens: 5 })).toEqual({
    model: 'm',
    maxOutputTokens: 5,
  });
  expect(readModelOptions(() => model)).toEqual({});
});

/** Returns the outcomes of two model calls of an agent, where the first reports its usage. */
async function outcomesOf(counted: object, more: object = {}): Promise<PrepareResult[]> {
  const outcomes: PrepareResult[] = [];
  const { middleware } = langchainAdapter({ onPrepared: (outcome) => outcomes.push(outcome) });
  const calls = [{ id: 'c', name: 'bash', args: { at: 1 }, type: 'tool_call' as const }];
  const model = fakeModel()
    .respond(new AIMessage({ content: '', tool_calls: calls, ...counted }))
    .respond(new AIMessage('Done.'));
  const agent = createAgent({ model, tools: [bash], middleware: [middleware], ...more });
  for await (const _ of await agent.stream({ messages: [task()] }, { streamMode: 'messages' }));
  return outcomes;
}

test('corrects the estimate of the next request by the reported usage, also when streamed', async () => {
  const [, plain] = await outcomesOf({});
  const [, corrected] = await outcomesOf(usage(100_000));
  expect(corrected!.tokensBefore).toBeGreaterThan(plain!.tokensBefore);
});

test('the system prompt and the tools change the budget', async () => {
  const [plain] = await outcomesOf({});
  const [prompted] = await outcomesOf({}, { systemPrompt: 'You fix builds. '.repeat(500) });
  const [bare] = await outcomesOf({}, { tools: [] });
  expect(prompted!.budget).not.toEqual(plain!.budget);
  expect(bare!.budget).not.toEqual(plain!.budget);
});

test('every model call offers the recall tool with the definition of `RECALL_TOOL`', async () => {
  const offered: unknown[] = [];
  const watching = createMiddleware({
    name: 'watching',
    wrapModelCall(request, handler) {
      offered.push(request.tools.find((tool) => tool['name'] === 'recall'));
      return handler(request);
    },
  });
  const { recallTool } = langchainAdapter();
  await outcomesOf({}, { middleware: [watching, langchainAdapter().middleware] });
  const { name, description, inputSchema: schema } = RECALL_TOOL;
  expect(offered).toHaveLength(2);
  for (const tool of [...offered, recallTool])
    expect(tool).toMatchObject({ name, description, schema });
  expect(await recallTool.invoke({ id: '12345678' })).toContain('Unknown id 12345678');
  const call = { type: 'tool_call' as const, id: 'c', name, args: { id: '12345678' } };
  expect(await recallTool.invoke(call)).toMatchObject({ status: 'error', tool_call_id: 'c' });
});
