import { expect, test } from 'vitest';
import { anthropic } from '@palimpsest/formats/anthropic';
import { gemini } from '@palimpsest/formats/gemini';
import { openai } from '@palimpsest/formats/openai';
import { edited, plain } from './expect-history.ts';

const use = (id: string): object => ({ type: 'tool_use', id, name: `tool-${id}`, input: { x: 1 } });
const result = (id: string, content: unknown, more: object = {}): object => ({
  type: 'tool_result',
  tool_use_id: id,
  content,
  ...more,
});
const cached = { cache_control: { type: 'ephemeral' } };

const answers = [
  result('a', [{ type: 'text', text: 'long' }], cached),
  result('b', 'boom', { is_error: true }),
  { type: 'text', text: 'And now?', ...cached },
  { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'QUJD' } },
];

const messages = [
  { role: 'user', content: 'Hi' },
  {
    role: 'assistant',
    content: [
      { type: 'thinking', thinking: 'hm', signature: 'sig' },
      { type: 'redacted_thinking', data: 'secret' },
      use('a'),
      use('b'),
      { type: 'server_tool_use', id: 's', name: 'web_search', input: {} },
    ],
  },
  { role: 'user', content: answers },
];

test('decodes a user message with results as one entry per result and one for the rest', () => {
  expect(plain(anthropic.decode(messages)).slice(1)).toEqual([
    {
      speaker: 'ai',
      blocks: [
        { type: 'thinking', thought: 'hm', signature: 'sig' },
        { type: 'thinking', thought: '', encryptedContent: 'secret' },
        { type: 'tool_call', id: 'a', name: 'tool-a', parameters: { x: 1 } },
        { type: 'tool_call', id: 'b', name: 'tool-b', parameters: { x: 1 } },
        { type: 'opaque', kind: 'server_tool_use' },
      ],
    },
    {
      speaker: 'tool',
      blocks: [
        {
          type: 'tool_response',
          callId: 'a',
          toolName: 'tool-a',
          result: [{ type: 'text', text: 'long' }],
        },
      ],
    },
    {
      speaker: 'tool',
      blocks: [
        { type: 'tool_response', callId: 'b', toolName: 'tool-b', result: 'boom', isError: true },
      ],
    },
    {
      speaker: 'human',
      blocks: [
        { type: 'text', text: 'And now?' },
        { type: 'media', mimeType: 'image/png', data: 'QUJD', encoding: 'base64' },
      ],
    },
  ]);
});

test('an edited result keeps its `cache_control`, and the other blocks of its message stay', () => {
  const history = anthropic.decode(messages);
  const shorter = edited(history, (block) =>
    block.type === 'tool_response' && block.callId === 'a' ? { ...block, result: 'short' } : block,
  );
  const written = anthropic.encode(shorter);
  expect(written[1]).toBe(messages[1]);
  expect(written[2]).toEqual({
    role: 'user',
    content: [result('a', 'short', cached), ...answers.slice(1)],
  });
});

test('an added result joins the message with the results of its batch, before the text', () => {
  const [hi, calls, first, , rest] = anthropic.decode(messages);
  const added = {
    speaker: 'tool',
    blocks: [{ type: 'tool_response', callId: 'b', toolName: 'tool-b', result: '', error: 'lost' }],
  } as const;
  const history = [hi, calls, first, added, rest].filter((entry) => entry !== undefined);
  const written = anthropic.encode(history);
  const [long, , ...others] = answers;
  const made = result('b', '{"tool_error":"lost","result":""}', { is_error: true });
  expect(written[2]).toEqual({ role: 'user', content: [long, made, ...others] });
  expect(plain(anthropic.decode(written))).toEqual(plain(history));
});

test('new results of one batch share a message', () => {
  const response = { type: 'tool_response', toolName: 'f', result: 'ok' } as const;
  const history = ['a', 'b'].map(
    (callId) => ({ speaker: 'tool', blocks: [{ ...response, callId }] }) as const,
  );
  expect(anthropic.encode(history)).toEqual([
    { role: 'user', content: [result('a', 'ok'), result('b', 'ok')] },
  ]);
  expect(gemini.encode(history)).toEqual([
    {
      role: 'user',
      parts: ['a', 'b'].map((id) => ({
        functionResponse: { id, name: 'f', response: { output: 'ok' } },
      })),
    },
  ]);
});

test('writes reasoning of another provider without its signature', () => {
  const history = gemini.decode([
    {
      role: 'model',
      parts: [{ text: 'hm', thought: true, thoughtSignature: 'gemini' }, { text: 'Hi' }],
    },
  ]);
  expect(anthropic.encode(history)).toEqual([
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'hm' },
        { type: 'text', text: 'Hi' },
      ],
    },
  ]);
  const signed = {
    speaker: 'ai',
    blocks: [{ type: 'thinking', thought: 'hm', signature: 's' }],
  } as const;
  expect(anthropic.encode([signed])).toEqual([
    { role: 'assistant', content: [{ type: 'thinking', thinking: 'hm', signature: 's' }] },
  ]);
});

test('a system message between turns keeps its position', () => {
  const given = [...messages.slice(0, 1), { role: 'system', content: 'Be brief' }];
  expect(anthropic.decode(given)[1]).toMatchObject({ speaker: 'system' });
  expect(anthropic.encode(plain(anthropic.decode(given)))).toEqual(given);
});

const imageBlock = {
  type: 'image',
  source: { type: 'base64', media_type: 'image/png', data: 'QUJD' },
};

test.each([
  [
    'audio',
    { type: 'input_audio', input_audio: { data: 'QUJD', format: 'mp3' } },
    '[audio/mp3, 3 bytes]',
  ],
  [
    'a sheet',
    { type: 'file', file: { file_data: 'data:text/csv;base64,QUJD', filename: 'a.csv' } },
    '[text/csv, "a.csv", 3 bytes]',
  ],
  ['an uploaded file', { type: 'file', file: { file_id: 'f' } }, '[application/octet-stream]'],
])('%s, for which Anthropic has no block, becomes a placeholder', (_name, part, text) => {
  const given = [{ role: 'user', content: [{ type: 'text', text: 'Listen' }, part] }];
  const written = anthropic.encode(openai.decode(given));
  expect(written).toEqual([
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Listen' },
        { type: 'text', text },
      ],
    },
  ]);
});

test('omits the title of an image, which the API rejects', () => {
  const media = { type: 'media', mimeType: 'image/png', data: 'QUJD', encoding: 'base64' } as const;
  const blocks = [{ ...media, filename: 'a.png' }];
  expect(anthropic.encode([{ speaker: 'human', blocks }])).toEqual([
    { role: 'user', content: [imageBlock] },
  ]);
});
