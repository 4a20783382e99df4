import { describe, expect, test } from 'vitest';
import {
  createOverheadCounter,
  detectFormat,
  parseRequestBody,
  readOverhead,
} from '../src/index.ts';

const user = { role: 'user', content: 'Hi' };
const content = { role: 'user', parts: [{ text: 'Hi' }] };
const call = { type: 'function_call', call_id: 'a', name: 'f', arguments: '{}' };

test.each<readonly [string, unknown, string | undefined]>([
  ['Anthropic, by its system text', { system: 'x', messages: [user] }, 'anthropic'],
  ['Anthropic, by its tools', { messages: [user], tools: [{ input_schema: {} }] }, 'anthropic'],
  ['Anthropic, by its version', { anthropic_version: 'v', messages: [user] }, 'anthropic'],
  ['Anthropic, with no messages yet', { system: 'x', messages: [] }, 'anthropic'],
  ['OpenAI chat', { model: 'm', messages: [user] }, 'openai'],
  ['OpenAI chat, with no messages yet', { messages: [] }, 'openai'],
  [
    'OpenAI chat, by its messages, whatever else is there',
    { system: 'x', messages: [user, { role: 'tool', tool_call_id: 'a', content: 'x' }] },
    'openai',
  ],
  ['Gemini', { contents: [content] }, 'gemini'],
  ['Gemini, with no contents yet', { contents: [] }, 'gemini'],
  ['Gemini, with one text', { contents: 'Hi' }, 'gemini'],
  ['Responses', { input: [user, call] }, 'openai-responses'],
  ['Responses, plain messages', { input: [user] }, 'openai-responses'],
  ['Responses, one text', { model: 'm', input: 'Hi' }, 'openai-responses'],
  ['another format, by its messages', { messages: [content] }, 'gemini'],
  ['messages before an input of something else', { messages: [user], input: 'x' }, 'openai'],
  ['no messages', { model: 'm', system: 'x' }, undefined],
  ['messages of no format', { messages: [{ speech: 'x' }] }, undefined],
  ['contents of no format', { contents: [{ uri: 'a' }] }, undefined],
  ['an input of no format', { input: [{ x: 1 }] }, undefined],
  ['a message with an input', { type: 'custom_tool_call', call_id: 'a', input: 'x' }, undefined],
  ['messages that are inherited', Object.create({ messages: [user] }), undefined],
])('detectFormat returns the expected format of a request body: %s', (_, body, format) => {
  expect(detectFormat(body as object)).toBe(format);
});

test.each([undefined, null, 7, 'text', [], () => 0])(
  'parseRequestBody returns undefined for %s',
  (value) => {
    expect(parseRequestBody(value)).toBeUndefined();
  },
);

test('reads the property of the named format before others', () => {
  const body = { messages: [user], contents: [content], input: [call] };
  expect(parseRequestBody(body)?.member).toBe('messages');
  expect(parseRequestBody(body, 'gemini')).toMatchObject({ member: 'contents', format: 'gemini' });
  expect(parseRequestBody(body, 'openai-responses')?.member).toBe('input');
  expect(parseRequestBody(body, 'langchain')).toMatchObject({
    member: 'messages',
    format: 'langchain',
  });
});

describe('a body with other messages', () => {
  const body = { b: 1, messages: [user, user], a: { deep: [] } };

  test('is the same object when the messages are the same objects', () => {
    expect(parseRequestBody(body)!.withMessages([...body.messages])).toBe(body);
  });

  test('keeps all other properties in order, and does not mutate the input', () => {
    const other = parseRequestBody(body)!.withMessages([user]);
    expect(JSON.stringify(other)).toBe(JSON.stringify({ ...body, messages: [user] }));
    expect(other['a']).toBe(body.a);
    expect(body.messages).toHaveLength(2);
  });

  test('copies the list of messages: later additions have no effect', () => {
    const messages = [user];
    const parsed = parseRequestBody({ messages })!;
    messages.push(user);
    expect(parsed.messages).toHaveLength(1);
  });

  test.each<readonly [object, object, unknown]>([
    [{ input: 'Hi' }, { role: 'user', content: 'Ho' }, 'Ho'],
    [{ contents: 'Hi' }, { role: 'user', parts: [{ text: 'Ho' }] }, 'Ho'],
    [{ input: 'Hi' }, { role: 'user', content: 'Ho', id: 'm' }, undefined],
    [{ input: 'Hi' }, { role: 'assistant', content: 'Ho' }, undefined],
    [{ contents: 'Hi' }, { role: 'user', parts: [{ text: 'Ho', thought: true }] }, undefined],
  ])('becomes one text again if nothing is lost: %j, %j', (given, message, text) => {
    const parsed = parseRequestBody(given)!;
    const written = parsed.withMessages([message]);
    expect(written[parsed.member]).toEqual(text ?? [message]);
    const both = parsed.withMessages([message, message]);
    expect(both[parsed.member]).toEqual([message, message]);
  });
});

test('overhead contains the system text and the tools of every property that may hold them', () => {
  const body = {
    contents: [content],
    systemInstruction: 'a',
    system_instruction: { parts: [{ text: 'b' }] },
    config: { systemInstruction: ['c', { text: 'd' }], tools: ['t'] },
    tools: [{ functionDeclarations: [] }],
    system: 'of no Gemini',
  };
  const { system, tools } = readOverhead('gemini', parseRequestBody(body)!);
  expect(system[0]?.blocks.map((block) => block.type === 'text' && block.text)).toEqual([
    'a',
    'b',
    'c',
    'd',
  ]);
  expect(tools[0]?.blocks).toMatchObject([
    { text: '[{"functionDeclarations":[]}]' },
    { text: '["t"]' },
  ]);
});

const read = (system: string) => readOverhead('openai', { system: [system], tools: [[1]] });

test('does not count equal overhead again', async () => {
  let counted = 0;
  const count = createOverheadCounter((entries) => {
    counted += 1;
    return entries.length;
  });
  expect(await count(read('a'))).toEqual({ system: 1, tools: 1 });
  expect(await count(read('a'))).toEqual({ system: 1, tools: 1 });
  expect(counted).toBe(2);
  expect(await count(read(''))).toEqual({ system: 0, tools: 1 });
  expect(counted).toBe(2);
});

test.each<readonly [Record<string, unknown>, string | undefined]>([
  [{ input: [user] }, undefined],
  [{ previous_response_id: null, conversation: undefined, input: [] }, undefined],
  [{ previous_response_id: 'r', input: [] }, 'previous_response_id'],
  [{ conversation: 'c', input: [] }, 'conversation'],
  [{ input: [{ type: 'item_reference', id: 'i' }, call] }, undefined],
  [
    { input: [{ id: 'i' }, { type: 'function_call_output', call_id: 'b', output: '' }] },
    'item_reference',
  ],
  [{ messages: [user], thread: { type: 'continue' } }, 'thread'],
  [{ messages: [user], thread: false }, undefined],
])('a body says by which member the provider stores earlier messages: %j', (body, member) => {
  expect(parseRequestBody(body)?.serverManagedBy).toBe(member);
});
