import {
  AIMessage,
  coerceMessageLikeToMessage,
  HumanMessage,
  mapChatMessagesToStoredMessages,
  mapStoredMessagesToChatMessages,
  SystemMessage,
  ToolMessage,
  type BaseMessage,
  type BaseMessageLike,
} from '@langchain/core/messages';
import type { IContent } from '@palimpsest/core-types';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anthropic } from '@palimpsest/formats/anthropic';
import {
  createLangChainCodec,
  langchain,
  type LangChainMessage,
} from '@palimpsest/formats/langchain';
import { detectFormat, FormatError } from '../src/index.ts';
import { openai } from '@palimpsest/formats/openai';
import { anyHistory } from './arbitrary-history.ts';
import { conversations } from './corpus.ts';
import { edited, plain } from './expect-history.ts';

const call = (id: string) => ({ id, name: 'read', args: { path: id }, type: 'tool_call' as const });
const use = (id: string) => ({ type: 'tool_use', id, name: 'read', input: { path: id } });
const copy = (id: string) => ({
  id,
  type: 'function' as const,
  function: { name: 'read', arguments: JSON.stringify({ path: id }) },
});

const google = (id: string) => ({
  type: 'functionCall',
  functionCall: { name: 'read', args: { path: id } },
});

/** A message with calls in all places where LangChain stores them. */
const calling = new AIMessage({
  id: 'ai-1',
  name: 'agent',
  content: [
    { type: 'thinking', thinking: 'hm', signature: 's' },
    { type: 'text', text: 'I read' },
    use('a'),
    use('b'),
  ],
  tool_calls: [call('a'), call('b')],
  additional_kwargs: { tool_calls: [copy('a'), copy('b')], vendor: 1 },
  response_metadata: { model_provider: 'anthropic' },
});
Object.assign(calling, { usage_metadata: { input_tokens: 1, output_tokens: 2, total_tokens: 3 } });
const answered = new ToolMessage({
  id: 't-1',
  content: 'long',
  tool_call_id: 'a',
  name: 'read',
  status: 'success',
  artifact: { original: 'kept' },
  metadata: { host: true },
});
const failed = new ToolMessage({ id: 't-2', content: 'boom', tool_call_id: 'b', status: 'error' });
const instances: readonly BaseMessage[] = [
  new SystemMessage({ id: 's-1', content: 'Be brief' }),
  new HumanMessage({ id: 'h-1', content: [{ type: 'text', text: 'Go' }], name: 'Ann' }),
  calling,
  answered,
  failed,
];

const coerced = (messages: readonly LangChainMessage[]): BaseMessage[] =>
  messages.map((message) => coerceMessageLikeToMessage(message as BaseMessageLike));

describe('class instances', () => {
  test('are detected, decoded with one block per call, and returned as the same objects', () => {
    expect(detectFormat(instances)).toBe('langchain');
    const before = JSON.stringify(instances);
    const history = langchain.decode(instances);
    expect(plain(history).slice(1)).toEqual([
      { speaker: 'human', blocks: [{ type: 'text', text: 'Go' }], metadata: { name: 'Ann' } },
      {
        speaker: 'ai',
        blocks: [
          { type: 'thinking', thought: 'hm', signature: 's' },
          { type: 'text', text: 'I read' },
          { type: 'tool_call', id: 'a', name: 'read', parameters: { path: 'a' } },
          { type: 'tool_call', id: 'b', name: 'read', parameters: { path: 'b' } },
        ],
        metadata: { name: 'agent' },
      },
      {
        speaker: 'tool',
        blocks: [{ type: 'tool_response', callId: 'a', toolName: 'read', result: 'long' }],
      },
      {
        speaker: 'tool',
        blocks: [
          { type: 'tool_response', callId: 'b', toolName: 'read', result: 'boom', isError: true },
        ],
      },
    ]);
    const written = langchain.encode(history);
    expect(written.every((message, at) => message === instances[at])).toBe(true);
    expect(JSON.stringify(instances)).toBe(before);
  });

  test('are copied with their class and other properties when edited, and not mutated', () => {
    const before = JSON.stringify(instances);
    const written = langchain.encode(
      edited(langchain.decode(instances), (block) => {
        if (block.type === 'text') return { ...block, text: 'brief' };
        return block.type === 'tool_response' ? { ...block, result: 'short' } : block;
      }),
    );
    expect(JSON.stringify(instances)).toBe(before);
    expect(written.map(({ constructor }) => constructor)).toEqual(
      instances.map(({ constructor }) => constructor),
    );
    expect(written.map(({ id }) => id)).toEqual(instances.map(({ id }) => id));
    const [system, person, model, first, second] = written as [
      SystemMessage,
      HumanMessage,
      AIMessage,
      ToolMessage,
      ToolMessage,
    ];
    expect(system.content).toBe('brief');
    expect(person).toMatchObject({ name: 'Ann', content: [{ type: 'text', text: 'brief' }] });
    expect(model.content).toEqual([
      (calling.content as unknown[])[0],
      { type: 'text', text: 'brief' },
      use('a'),
      use('b'),
    ]);
    expect(model.tool_calls).toEqual(calling.tool_calls);
    for (const name of ['additional_kwargs', 'response_metadata', 'usage_metadata'] as const) {
      expect(model[name]).toEqual(calling[name]);
    }
    const { artifact, metadata, status, name } = answered;
    expect(first).toMatchObject({ content: 'short', artifact, metadata, status, name });
    expect(second).toMatchObject({ content: 'short', status: 'error', tool_call_id: 'b' });
    expect(JSON.parse(JSON.stringify(first)).kwargs).toMatchObject({ content: 'short', id: 't-1' });
  });
});

describe('a call', () => {
  const messages = [
    calling,
    new AIMessage({ content: [google('a'), google('b')], tool_calls: [call('a'), call('b')] }),
    new AIMessage({
      content: [call('a'), call('b')],
      tool_calls: [call('a'), call('b')],
      response_metadata: { output_version: 'v1' },
    }),
    new AIMessage({ content: '', additional_kwargs: { tool_calls: [copy('a'), copy('b')] } }),
    {
      role: 'assistant',
      content: 'x',
      tool_calls: [copy('a'), copy('b')],
    },
  ];

  test.each(messages)('is removed from every place that has it: %#', (message) => {
    const history = edited(langchain.decode([message]), (block) =>
      block.type === 'tool_call' && block.id === 'a' ? undefined : block,
    );
    const [written] = langchain.encode(history);
    expect(plain(langchain.decode([written!]))).toEqual(plain(history));
    expect(JSON.stringify([written])).not.toMatch(/"path\\*":\\*"a/);
    const none = edited(history, (block) => (block.type === 'tool_call' ? undefined : block));
    expect(JSON.stringify(langchain.encode(none))).not.toMatch(/"path\\*":/);
  });

  test.each(messages)('is changed in every place that has it: %#', (message) => {
    const history = edited(langchain.decode([message]), (block) =>
      block.type === 'tool_call' && block.id === 'a'
        ? { ...block, parameters: { path: 'other' } }
        : block,
    );
    const [written] = langchain.encode(history);
    expect(plain(langchain.decode([written!]))).toEqual(plain(history));
    expect(JSON.stringify([written])).not.toMatch(/"path\\*":\\*"a/);
    expect(JSON.stringify([written])).toMatch(/"path\\*":\\*"b/);
  });
});

describe('reasoning parts', () => {
  const bound: readonly (readonly [part: object, said: object])[] = [
    [
      { type: 'thinking', thinking: 'hm', signature: 's' },
      { thought: 'hm', signature: 's' },
    ],
    [
      { type: 'redacted_thinking', data: 'x' },
      { thought: '', encryptedContent: 'x' },
    ],
    [
      { type: 'reasoning', reasoning: 'hm', signature: 's' },
      { thought: 'hm', signature: 's' },
    ],
    [
      { type: 'reasoning', signature: 's' },
      { thought: '', signature: 's' },
    ],
    [{ type: 'reasoning', reasoning: 'hm' }, { thought: 'hm' }],
    [
      { type: 'reasoning_content', reasoningText: { text: 'hm', signature: 's' } },
      { thought: 'hm', signature: 's' },
    ],
    [{ type: 'reasoning_content', reasoningText: 'hm' }, { thought: 'hm' }],
    [
      { type: 'reasoning_content', redactedContent: 'QUJD' },
      { thought: '', encryptedContent: 'QUJD' },
    ],
    [
      { type: 'non_standard', value: { type: 'redacted_thinking', data: 'x' } },
      { thought: '', encryptedContent: 'x' },
    ],
  ];

  test.each(bound)('are decoded as reasoning, and returned as the same part: %j', (part, said) => {
    const text = { type: 'text', text: 'long' };
    const history = langchain.decode([new AIMessage({ content: [part, text] as never })]);
    expect(plain(history)[0]?.blocks[0]).toEqual({ type: 'thinking', ...said });
    const [written] = langchain.encode(
      edited(history, (block) => (block.type === 'text' ? { ...block, text: 'short' } : block)),
    );
    expect(written?.content).toEqual([part, { type: 'text', text: 'short' }]);
    expect((written?.content as unknown[] | undefined)?.[0]).toBe(part);
    const [bare] = langchain.encode(
      edited(history, (block) => (block.type === 'thinking' ? undefined : block)),
    );
    expect(bare?.content).toEqual([text]);
  });

  test.each([
    { type: 'non_standard', value: { type: 'something' } },
    { type: 'non_standard', value: { type: 'non_standard', value: { type: 'thinking' } } },
    { type: 'reasoning_content' },
    { type: 'reasoning' },
    { type: 'thinking' },
  ])('of an unknown shape are opaque: %j', (part) => {
    const [entry] = langchain.decode([new AIMessage({ content: [part] as never })]);
    expect(entry?.blocks).toMatchObject([{ type: 'opaque', kind: part.type }]);
  });
});

test('a custom or computer call has the id that its result refers to, not the id of its item', () => {
  const custom = { ...call('call_1'), call_id: 'ctc_1', isCustomTool: true };
  const computer = { ...call('call_2'), call_id: 'cu_2', isComputerTool: true };
  const history = langchain.decode([
    new AIMessage({ content: '', tool_calls: [custom, computer] }),
    new ToolMessage({ content: 'done', tool_call_id: 'call_1' }),
    new ToolMessage({ content: 'seen', tool_call_id: 'call_2' }),
  ]);
  expect(history.flatMap(({ blocks }) => blocks)).toMatchObject([
    { type: 'tool_call', id: 'call_1' },
    { type: 'tool_call', id: 'call_2' },
    { callId: 'call_1', toolName: 'read' },
    { callId: 'call_2', toolName: 'read' },
  ]);
  const [written] = langchain.encode(
    edited(history, (block) =>
      block.type === 'tool_call' ? { ...block, parameters: { path: 'other' } } : block,
    ),
  );
  expect(written).toMatchObject({
    tool_calls: [
      { id: 'call_1', call_id: 'ctc_1', isCustomTool: true, args: { path: 'other' } },
      { id: 'call_2', call_id: 'cu_2', isComputerTool: true, args: { path: 'other' } },
    ],
  });
});

test('a copy of a call in the Responses format is matched by its `call_id`', () => {
  const mirror = { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'read' };
  const history = langchain.decode([
    new AIMessage({
      content: [{ ...mirror, arguments: '{"path":"call_1"}' }],
      tool_calls: [call('call_1')],
    }),
  ]);
  expect(history[0]?.blocks).toMatchObject([{ type: 'tool_call', id: 'call_1' }]);
});

describe('new messages', () => {
  const summary: IContent = { speaker: 'human', blocks: [{ type: 'text', text: 'So far' }] };
  const answer: IContent = {
    speaker: 'tool',
    blocks: [{ type: 'tool_response', callId: 'a', toolName: 'f', result: '', error: 'Gone' }],
  };

  test('use the classes of the other messages', () => {
    const written = langchain.encode([summary, ...langchain.decode(instances), answer]);
    expect(written[0]).toBeInstanceOf(HumanMessage);
    expect(written[0]).toMatchObject({ content: 'So far' });
    expect(written.at(-1)).toBeInstanceOf(ToolMessage);
    expect(written.at(-1)).toMatchObject({ tool_call_id: 'a', status: 'error', name: 'f' });
  });

  test('use the classes that the caller passes', () => {
    const codec = createLangChainCodec<BaseMessage>({
      HumanMessage,
      AIMessage,
      SystemMessage,
      ToolMessage,
    });
    const given = anthropic.decode([{ role: 'user', content: 'Go' }]);
    const written: BaseMessage[] = codec.encode([...given, answer]);
    expect(written[0]).toBeInstanceOf(HumanMessage);
    expect(written[1]).toBeInstanceOf(ToolMessage);
  });
});

test('stored and serialized messages are an error that names how LangChain loads them', () => {
  const serialized = JSON.parse(JSON.stringify(instances)) as LangChainMessage[];
  for (const given of [mapChatMessagesToStoredMessages([...instances]), serialized]) {
    const decode = (): unknown => langchain.decode(given);
    expect(decode).toThrow(FormatError);
    expect(decode).toThrow('LangChain loads stored and serialized messages');
  }
  const loaded = mapStoredMessagesToChatMessages(mapChatMessagesToStoredMessages([...instances]));
  expect(plain(langchain.decode(loaded))).toEqual(plain(langchain.decode(instances)));
});

test('LangChain accepts messages written from entries of any origin, with the same content', () => {
  fc.assert(
    fc.property(anyHistory, (history) => {
      expect(plain(langchain.decode(coerced(langchain.encode(history))))).toEqual(history);
    }),
  );
});

test('LangChain accepts recorded conversations, with the same content', () => {
  for (const { id, messages } of conversations()) {
    const history = openai.decode(messages);
    const taken = coerced(langchain.encode(history));
    expect([id, plain(langchain.decode(taken))]).toEqual([id, plain(history)]);
  }
});
