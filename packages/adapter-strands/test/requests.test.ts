import {
  CachePointBlock,
  DocumentBlock,
  ImageBlock,
  JsonBlock,
  Message,
  ReasoningBlock,
  TextBlock,
  ToolResultBlock,
  ToolUseBlock,
  type Usage,
} from '@strands-agents/sdk';
import { OptionError } from '@palimpsest/core-types';
import { expect, test } from 'vitest';
import { toAnthropicMessage, fromAnthropicMessage } from '../src/convert-messages.ts';
import { strandsAdapter } from '../src/index.ts';
import { agentOf, countedIn, printed, ScriptedModel, TASK, working } from './agent.ts';

const BYTES = new Uint8Array([137, 80, 78, 71]);

const EVERY_BLOCK = [
  new Message({
    role: 'user',
    content: [
      new TextBlock('Look.'),
      new ImageBlock({ format: 'png', source: { bytes: BYTES } }),
      new ImageBlock({ format: 'jpeg', source: { url: 'https://example.com/a.jpeg' } }),
      new DocumentBlock({ name: 'a', format: 'pdf', source: { bytes: BYTES } }),
      new CachePointBlock({ cacheType: 'default', ttl: '1h' }),
    ],
  }),
  new Message({
    role: 'assistant',
    content: [
      new ReasoningBlock({ text: 'First.', signature: 'abc' }),
      new ReasoningBlock({ redactedContent: BYTES }),
      new TextBlock('I run it.'),
      new ToolUseBlock({ toolUseId: 'a', name: 'bash', input: { n: 1 }, reasoningSignature: 'x' }),
      new ToolUseBlock({ toolUseId: 'b', name: 'bash', input: {} }),
    ],
  }),
  new Message({
    role: 'user',
    content: [
      new ToolResultBlock({
        toolUseId: 'a',
        status: 'success',
        content: [new TextBlock('ok'), new ImageBlock({ format: 'png', source: { bytes: BYTES } })],
      }),
      new ToolResultBlock({ toolUseId: 'b', status: 'error', content: [new TextBlock('no')] }),
    ],
  }),
];

test('every kind of block comes back from the form in which messages are compressed', () => {
  for (const message of EVERY_BLOCK) {
    // As a stored session keeps it.
    const read = JSON.parse(JSON.stringify(toAnthropicMessage(message))) as ReturnType<
      typeof toAnthropicMessage
    >;
    expect(fromAnthropicMessage(read).toJSON().content).toEqual(message.toJSON().content);
  }
});

test('a JSON result becomes its text if its message is changed', () => {
  const content = [new JsonBlock({ json: { a: 1 } })];
  const result = new ToolResultBlock({ toolUseId: 'a', status: 'success', content });
  const message = new Message({ role: 'user', content: [result] });
  const { content: restored } = fromAnthropicMessage(toAnthropicMessage(message)).toJSON();
  expect(restored).toEqual([
    { toolResult: { toolUseId: 'a', status: 'success', content: [{ text: '{"a":1}' }] } },
  ]);
});

test('a request that fits is sent as the agent holds it', async () => {
  const { conversationManager } = strandsAdapter();
  const model = new ScriptedModel(() => 'Done.');
  const agent = agentOf(model, { conversationManager, messages: EVERY_BLOCK });
  await agent.invoke(TASK);
  const [sent] = model.requests;
  expect(sent!.map((message) => message.toJSON())).toEqual(
    agent.messages.slice(0, -1).map((message) => message.toJSON()),
  );
});

const texts = (sent: readonly Message[]) => sent.map(({ content }) => JSON.stringify(content));

test('an equal conversation gives an equal request', async () => {
  const { conversationManager } = strandsAdapter({ settings: { 'context-limit': 6_000 } });
  const first = new ScriptedModel(working(10));
  const agent = agentOf(first, { conversationManager });
  await agent.invoke(TASK);
  const again = new ScriptedModel(() => 'Done.');
  const messages = agent.messages.slice(0, -1).map((message) => message.clone());
  const other = agentOf(again, { conversationManager, messages });
  await other.invoke([]);
  expect(texts(again.requests[0]!)).toEqual(texts(first.requests.at(-1)!));
});

/** Returns the tokens that the last request of a run is counted as, if the model reports `usage`. */
async function countLast(usage?: (tokens: number) => Partial<Usage>): Promise<number> {
  const prepared: number[] = [];
  const { conversationManager } = strandsAdapter({
    onPrepared: ({ tokensBefore }) => prepared.push(tokensBefore),
  });
  const model = new ScriptedModel(working(4));
  model.usageOf = (sent) => usage?.(countedIn(sent) * 2) as Usage;
  await agentOf(model, { conversationManager }).invoke(TASK);
  return prepared.at(-1)!;
}

test('usage of the model corrects later estimates, with cached tokens as part of the input or in addition', async () => {
  const part = await countLast((all) => ({
    inputTokens: all,
    outputTokens: 5,
    totalTokens: all + 5,
    cacheReadInputTokens: Math.floor(all / 4),
  }));
  const added = await countLast((all) => ({
    inputTokens: all - Math.floor(all / 4),
    outputTokens: 5,
    totalTokens: all + 5,
    cacheReadInputTokens: Math.floor(all / 4),
  }));
  const addedButNotToTheTotal = await countLast((all) => ({
    inputTokens: 10,
    outputTokens: 5,
    totalTokens: 15,
    cacheReadInputTokens: all - 10,
  }));
  expect(part).toBeGreaterThan(1.5 * (await countLast()));
  expect(added).toBe(part);
  expect(addedButNotToTheTotal).toBe(part);
});

test('with the plugin, results are reduced before the agent stores them, and recalled ones stay whole', async () => {
  const { conversationManager, ingest } = strandsAdapter({
    settings: { 'compression.ingestTokens': 300 },
  });
  const model = new ScriptedModel(working(4));
  const agent = agentOf(model, { conversationManager, plugins: [ingest] });
  await agent.invoke(TASK);
  const [first, recalled] = [agent.messages[2], agent.messages.at(-2)].map((message) =>
    JSON.stringify(message),
  );
  expect(first!.length).toBeLessThan(1_500);
  expect(first).toContain('gate_1 has no tariff');
  expect(recalled).toContain(JSON.stringify(printed(1)).slice(1, -1));
});

test('rejects an unknown option', () => {
  expect(() => strandsAdapter({ widow: 1 } as never)).toThrow(OptionError);
});
