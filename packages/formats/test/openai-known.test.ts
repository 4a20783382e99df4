import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { markSynthetic } from '../src/native.ts';
import { openai, type OpenAIMessage } from '../src/openai.ts';
import { messagesOf } from './arbitrary-messages.ts';

/** A message that a test edits in place. */
type Editable = { -readonly [Name in keyof OpenAIMessage]: OpenAIMessage[Name] };

interface Call {
  id: unknown;
  type: string;
  function: { name: unknown; arguments: unknown };
}

const callOf = (id: string): Call => ({
  id,
  type: 'function',
  function: { name: 'read', arguments: '{"path":"a.ts"}' },
});

const conversation = (): Editable[] => [
  { role: 'user', content: 'Read a.ts.', name: 'Ann' },
  { role: 'assistant', content: null, reasoning: 'It is small.', tool_calls: [callOf('1')] },
  { role: 'tool', tool_call_id: '1', content: 'export {};' },
  { role: 'assistant', content: 'It is empty.', refusal: 'no' },
];

const readAnew = (messages: readonly Editable[]) =>
  openai.decode(JSON.parse(JSON.stringify(messages)) as OpenAIMessage[]);

test('reads an unchanged message once', () => {
  const messages = conversation();
  const first = openai.decode(messages);
  const again = openai.decode([...messages, { role: 'user', content: 'Thanks.' }]);
  expect(again).toHaveLength(first.length + 1);
  for (const [index, entry] of first.entries()) expect(again[index]).toBe(entry);
});

const edits: Readonly<Record<string, (messages: Editable[], call: Call) => void>> = {
  content: ([message]) => (message!.content = 'Read b.ts.'),
  'content to parts': ([message]) => (message!.content = [{ type: 'text', text: 'Read b.ts.' }]),
  role: ([message]) => (message!.role = 'system'),
  name: ([message]) => (message!.name = 'Bob'),
  reasoning: (messages) => (messages[1]!.reasoning = 'It is large.'),
  'reasoning under another name': (messages) => (messages[1]!.reasoning_content = 'Hm.'),
  'a legacy call': (messages) => (messages[1]!.function_call = { name: 'f', arguments: '{}' }),
  'id of a call': (_, call) => (call.id = '2'),
  'name of a call': (_, call) => (call.function.name = 'open'),
  arguments: (_, call) => (call.function.arguments = '{"path":"b.ts"}'),
  'arguments to an object': (_, call) => (call.function.arguments = { path: 'a.ts' }),
  'another call': (messages, call) =>
    (messages[1]!.tool_calls as Call[]).push({ ...call, id: '2' }),
  'no calls': (messages) => (messages[1]!.tool_calls as Call[]).pop(),
  'another call in its place': (messages, call) =>
    (messages[1]!.tool_calls = [{ ...call, id: '2' }]),
  'id of a result': (messages) => (messages[2]!.tool_call_id = '2'),
  result: (messages) => (messages[2]!.content = '{"tool_error":"ENOENT"}'),
  refusal: (messages) => delete messages[3]!.refusal,
  audio: (messages) => (messages[3]!.audio = { id: 'audio_1' }),
};

test.each(Object.entries(edits))(
  'reads a message anew when it was edited in place: %s',
  (_, edit) => {
    const messages = conversation();
    openai.decode(messages);
    edit(messages, (messages[1]!.tool_calls as Call[])[0]!);
    expect(openai.decode(messages)).toEqual(readAnew(messages));
  },
);

test('writes the call that stands in a message now, though an equal one was read', () => {
  const messages = conversation();
  openai.decode(messages);
  const call = { ...callOf('1'), note: 'new' };
  messages[1]!.tool_calls = [call];
  const [, entry] = openai.decode(messages);
  const [message] = openai.encode([{ ...entry!, blocks: entry!.blocks.slice(1) }]);
  expect(message?.tool_calls).toEqual([call]);
});

test('names a result by the call before it, also when it was read after another one', () => {
  const messages = conversation();
  openai.decode(messages);
  const others = [
    { role: 'assistant', tool_calls: [{ ...callOf('1'), function: { name: 'open' } }] },
  ];
  const [, result] = openai.decode([...others, messages[2]!]);
  expect(result?.blocks).toMatchObject([{ toolName: 'open' }]);
  expect(openai.decode([messages[2]!])[0]?.blocks).toMatchObject([{ toolName: '' }]);
});

test('reads a message anew when it is marked as generated', () => {
  const [message] = conversation();
  openai.decode([message!]);
  const metadata = { synthetic: true, reason: 'dropped' };
  markSynthetic(message!, metadata);
  expect(openai.decode([message!])[0]?.metadata).toBe(metadata);
});

describe('for any messages', () => {
  test('reads the same as the first time', () => {
    fc.assert(
      fc.property(messagesOf.openai, (messages) => {
        const first = openai.decode(messages);
        expect(openai.decode(messages)).toEqual(first);
        expect(openai.decode(messages.toReversed())).toEqual(
          openai.decode(structuredClone(messages.toReversed())),
        );
      }),
    );
  });
});
