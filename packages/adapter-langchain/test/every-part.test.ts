import {
  AIMessage,
  AIMessageChunk,
  HumanMessage,
  SystemMessage,
  ToolMessage,
  type BaseMessage,
} from '@langchain/core/messages';
import { createAgent, fakeModel } from 'langchain';
import { expect, test } from 'vitest';
import { langchainAdapter } from '../src/index.ts';
import { pairProblems, printed, usage } from './agent.ts';

/** Images and files use much of a window, and are not reduced. */
const LARGE_WINDOW = { settings: { 'context-limit': 20_000, maxOutputTokens: 200 } };

const call = (id: string) => ({
  id,
  name: 'bash',
  args: { command: `make ${id}` },
  type: 'tool_call',
});
const answer = (fields: object): AIMessage => new AIMessage(fields);

/** Messages with every kind of part. With many `lines`, their results do not fit the window. */
function everyPart(lines: number): BaseMessage[] {
  const parts = [
    { type: 'text', text: 'Look.', cache_control: { type: 'ephemeral' } },
    { type: 'image', mimeType: 'image/png', data: 'aGk=' },
    { type: 'image_url', image_url: { url: 'https://example.com/a.png' } },
    { type: 'audio', mimeType: 'audio/wav', data: 'aGk=' },
    { type: 'video', mimeType: 'video/mp4', url: 'https://example.com/a.mp4' },
    { type: 'file', mimeType: 'application/pdf', fileId: 'f' },
    { type: 'text-plain', text: 'notes', mimeType: 'text/plain' },
  ];
  const anthropic = [
    { type: 'thinking', thinking: 'Hm.', signature: 'signed' },
    { type: 'redacted_thinking', data: 'secret' },
    {
      type: 'text',
      text: 'Running.',
      annotations: [{ type: 'citation', url: 'https://a.example' }],
    },
    { type: 'tool_use', id: 'a', name: 'bash', input: { command: 'make a' } },
  ];
  const others = [
    { type: 'reasoning', reasoning: 'Well.' },
    { type: 'server_tool_call', id: 's', name: 'web_search', args: {} },
    { type: 'server_tool_call_result', toolCallId: 's', output: [] },
    { type: 'non_standard', value: { kind: 'compaction' } },
    { type: 'refusal', refusal: 'No.' },
  ];
  const result = (id: string, more: object = {}) =>
    new ToolMessage({
      id: `t_${id}`,
      tool_call_id: id,
      name: 'bash',
      content: printed(1, lines),
      ...more,
    });
  return [
    new SystemMessage({ id: 'system', content: 'You fix builds.' }),
    new HumanMessage({ id: 'human', name: 'Ann', content: parts }),
    answer({ id: 'ai_1', content: anthropic, tool_calls: [call('a')], ...usage(90) }),
    result('a', { artifact: { rows: [1] }, metadata: { at: 1 } }),
    answer({ id: 'ai_2', content: others, tool_calls: [call('b'), call('c')] }),
    result('b', { status: 'error' }),
    result('c', { content: [{ type: 'text', text: printed(2, lines) }, parts[1]] }),
    new AIMessageChunk({ id: 'ai_3', content: 'And more.', tool_calls: [call('d') as never] }),
    result('d'),
    answer({
      id: 'ai_4',
      content: '',
      additional_kwargs: { reasoning_content: 'So.' },
      tool_calls: [call('e')],
    }),
    result('e'),
    new HumanMessage({ id: 'more', content: 'Go on.' }),
  ];
}

test('sends messages that fit as the same objects of the state', async () => {
  const messages = everyPart(2);
  const { llmInputMessages } = await langchainAdapter().preModelHook({ messages });
  expect(llmInputMessages).toHaveLength(messages.length);
  for (const [at, message] of messages.entries()) expect(llmInputMessages[at]).toBe(message);
});

test('sends a record of every kind of part, and the newest messages as the objects of the state', async () => {
  const messages = everyPart(800);
  const before = JSON.stringify(messages);
  const { llmInputMessages: sent } = await langchainAdapter(LARGE_WINDOW).preModelHook({
    messages,
  });
  expect(JSON.stringify(messages)).toBe(before);
  expect(JSON.stringify(sent).length).toBeLessThan(before.length / 2);
  expect(pairProblems(sent)).toEqual([]);
  expect(sent[0]).toBe(messages[0]);
  const [, record, ...tail] = sent;
  expect(HumanMessage.isInstance(record)).toBe(true);
  const text = record!.content as string;
  // The words of the user, and placeholders of what else they sent, for which there is no room; calls, whose output ends with an error.
  for (const part of [
    '\nLook.\n',
    '\n[image/png, 2 bytes]\n',
    'Ran `make b`, failed',
    'gate_2 has no tariff',
  ]) {
    expect(text).toContain(part);
  }
  expect(tail.length).toBeGreaterThan(0);
  for (const [at, message] of messages.slice(-tail.length).entries()) {
    expect(tail[at]).toBe(message);
  }
});

test('prepares the same messages equally again, and leaves its own output unchanged', async () => {
  const { preModelHook } = langchainAdapter(LARGE_WINDOW);
  const messages = everyPart(800);
  const { llmInputMessages: sent } = await preModelHook({ messages });
  expect((await preModelHook({ messages })).llmInputMessages).toEqual(sent);
  const again = await preModelHook({ messages: sent });
  for (const [at, message] of sent.entries()) expect(again.llmInputMessages[at]).toBe(message);
});

test('an agent accepts every kind of part', async () => {
  const model = fakeModel().respond(new AIMessage('Done.'));
  const { middleware } = langchainAdapter(LARGE_WINDOW);
  const agent = createAgent({ model, tools: [], middleware: [middleware] });
  const { messages } = await agent.invoke({ messages: everyPart(800) });
  expect(messages.at(-1)!.text).toBe('Done.');
  expect(pairProblems(model.calls[0]!.messages)).toEqual([]);
});
