import { history } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import { open } from './conversation.ts';
import { lines, throughJson } from './rounds.ts';

const openai = [
  { role: 'system', content: 'You help.' },
  { role: 'user', content: 'Fix it', name: 'constructor' },
  {
    role: 'assistant',
    content: null,
    tool_calls: [
      { id: '__proto__', type: 'function', function: { name: 'read', arguments: '{}' } },
    ],
  },
  { role: 'tool', tool_call_id: '__proto__', content: 'a line\n'.repeat(50) },
  { role: 'assistant', content: 'Done.' },
];

const anthropic = [
  {
    role: 'user',
    content: [{ type: 'text', text: 'Fix it', cache_control: { type: 'ephemeral' } }],
  },
  { role: 'assistant', content: [{ type: 'tool_use', id: 7, name: 'read', input: {} }] },
  {
    role: 'user',
    content: [{ type: 'tool_result', tool_use_id: 7, content: [{ type: 'text', text: 'long' }] }],
  },
  { role: 'assistant', content: [{ type: 'thinking', thinking: '…', signature: 'c2ln' }] },
];

const gemini = [
  {
    role: 'user',
    parts: [{ text: 'Look' }, { inlineData: { mimeType: 'image/png', data: 'AAAA' } }],
  },
  {
    role: 'model',
    parts: [{ functionCall: { name: 'read', args: {} }, thoughtSignature: 'c2ln' }],
  },
  { role: 'user', parts: [{ functionResponse: { name: 'read', response: { output: 'long' } } }] },
  { role: 'model', parts: [{ text: 'Done.' }] },
];

const aiSdk = [
  {
    role: 'user',
    content: [{ type: 'file', data: 'AQID', mediaType: 'image/png' }],
  },
  { role: 'user', content: [{ type: 'image', image: 'https://a.b/c.png' }] },
  { role: 'assistant', content: 'Seen.' },
  { role: 'user', content: 'Thanks' },
];

const log = [
  { type: 'user', uuid: 'a', parentUuid: null, message: { role: 'user', content: 'Fix it' } },
  { type: 'assistant', uuid: 'b', parentUuid: 'a', message: { role: 'assistant', content: [] } },
  { type: 'system', uuid: 'c', parentUuid: 'b', subtype: 'note' },
];

const content = history()
  .human('Fix it')
  .call('read', { path: 'a' })
  .result('long')
  .ai('Ok')
  .build();

test.each([
  ['OpenAI', openai],
  ['Anthropic', anthropic],
  ['Gemini', gemini],
  ['AI SDK', aiSdk],
  ['session log', log],
  ['IContent', content],
] as [string, readonly object[]][])('%s messages come back byte for byte', async (_, before) => {
  const originals = await open();
  const [first] = before;
  const last = before.at(-1);
  const after = [first, { ...before[1], note: 'shortened' }, last];
  await originals.keep(before, after);
  const dropped = [{ note: 'all of it' }, last];
  await originals.keep(after, dropped);
  const { messages } = await originals.restore([...dropped, { next: true }]);
  expect(lines(messages)).toEqual(lines([...before, { next: true }]));
  expect(messages).toStrictEqual([...before, { next: true }]);
  const stored = await originals.restore(throughJson(dropped));
  expect(lines(stored.messages.slice(0, -1))).toEqual(lines(before.slice(0, -1)));
});
