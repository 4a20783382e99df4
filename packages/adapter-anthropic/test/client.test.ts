import Anthropic from '@anthropic-ai/sdk';
import type { AdapterOptions } from '@palimpsest/adapter';
import { RECALL_TOOL } from '@palimpsest/originals/recall';
import { expect, test } from 'vitest';
import { anthropicAdapter } from '../src/index.ts';
import { observeAnthropicUsage } from '@palimpsest/adapter';
import { resultOf, SMALL, TASK } from './agent.ts';
import { scriptedApi, USAGE } from './scripted-api.ts';

type Messages = Anthropic.MessageParam[];

/** More than the context window holds. */
const long: Messages = [
  { role: 'user', content: TASK },
  ...Array.from({ length: 9 }, (_, step): Messages => [
    {
      role: 'assistant',
      content: [{ type: 'tool_use', id: `t${step}`, name: 'bash', input: {} }],
    },
    {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: `t${step}`, content: resultOf(step) }],
    },
  ]).flat(),
];
const request = (messages: Messages) => ({ model: 'claude-opus-5-5', max_tokens: 200, messages });

function clientOf(options: AdapterOptions, upstream: typeof fetch, maxRetries = 0) {
  const adapter = anthropicAdapter(options);
  const middleware = [adapter.middleware];
  return {
    adapter,
    client: new Anthropic({ apiKey: 'none', maxRetries, fetch: upstream, middleware }),
  };
}

test('sends equal messages for create, stream and their beta variants', async () => {
  const api = scriptedApi(() => ({ text: 'Done.' }));
  const ask = async (how: (client: Anthropic) => Promise<Pick<Anthropic.Message, 'content'>>) => {
    const { content } = await how(clientOf(SMALL, api.fetch).client);
    expect(content).toMatchObject([{ type: 'text', text: 'Done.' }]);
  };
  const { recallTool } = anthropicAdapter();
  const body = { ...request(long), tools: [recallTool] };
  await ask(async ({ messages }) => await messages.create(body));
  await ask(async ({ messages }) => await messages.stream(body).finalMessage());
  await ask(async ({ beta }) => (await beta.messages.create(body)) as Anthropic.Message);
  await ask(
    async ({ beta }) => (await beta.messages.stream(body).finalMessage()) as Anthropic.Message,
  );
  const [first, ...others] = api.sent.map(({ messages }) => JSON.stringify(messages));
  expect(first!.length).toBeLessThan(JSON.stringify(long).length / 2);
  expect(others).toEqual([first, first, first]);
});

test('adds up input, cache read and cache write tokens, and takes the last counts of the events', () => {
  const reported: unknown[] = [];
  const observer = observeAnthropicUsage((usage) => void reported.push(usage));
  observer.onData(
    JSON.stringify({ type: 'message_start', message: { usage: { ...USAGE, output_tokens: 1 } } }),
  );
  observer.onData('{"type":"ping"}');
  observer.onData('{"type":"message_delta","usage":{"input_tokens":null,"output_tokens":20}}');
  expect(reported).toEqual([]);
  observer.onData('{"type":"message_stop"}');
  observer.end();
  expect(reported).toEqual([
    {
      promptTokens: 1_000,
      completionTokens: 20,
      totalTokens: 1_020,
      cachedTokens: 600,
      cacheCreationTokens: 100,
    },
  ]);
});

test('the recall tool equals `RECALL_TOOL` on the wire, and its run throws for an unknown id', async () => {
  const { recallTool, recall } = anthropicAdapter();
  const { name, description, inputSchema } = RECALL_TOOL;
  const wire = { name, description, input_schema: inputSchema };
  expect(JSON.parse(JSON.stringify(recallTool))).toEqual(wire);
  expect(JSON.stringify(anthropicAdapter().recallTool)).toBe(JSON.stringify(recallTool));
  const { text, isError } = await recall({ id: 'ffffffff' });
  expect(isError).toBe(true);
  await expect(recallTool.run(recallTool.parse({ id: 'ffffffff' }))).rejects.toThrow(text);
});
