import type { Message } from './versions.ts';

const stored = (itemId: string) => ({ openai: { itemId, phase: 'p' } });
const bytes = new Uint8Array([1, 2, 3]);
const picture = { type: 'image-data', data: 'aGk=', mediaType: 'image/png' };

const result = (toolCallId: string, toolName: string, output: object) => ({
  type: 'tool-result',
  toolCallId,
  toolName,
  output,
});

const shared = [
  {
    role: 'user',
    content: [
      { type: 'text', text: 'Look', providerOptions: { anthropic: { cacheControl: {} } } },
      { type: 'file', data: bytes, mediaType: 'image/png', filename: 'a.png' },
      { type: 'file', data: new URL('https://example.org/b.pdf'), mediaType: 'application/pdf' },
      { type: 'image', image: 'aGk=', providerOptions: { openai: { imageDetail: 'low' } } },
    ],
  },
  {
    role: 'assistant',
    content: [
      { type: 'reasoning', text: 'hm', providerOptions: { anthropic: { signature: 'sig' } } },
      { type: 'text', text: 'I look', providerOptions: stored('msg_1') },
      { type: 'tool-call', toolCallId: 's', toolName: 'web', input: {}, providerExecuted: true },
      result('s', 'web', { type: 'json', value: [1] }),
      { type: 'tool-call', toolCallId: 'a', toolName: 'read', input: { path: 'a' } },
      { type: 'tool-call', toolCallId: 'b', toolName: 'shoot', input: {} },
      { type: 'tool-call', toolCallId: 'c', toolName: 'remove', input: {} },
      { type: 'tool-approval-request', approvalId: 'q', toolCallId: 'c' },
    ],
  },
  {
    role: 'tool',
    content: [
      { type: 'tool-approval-response', approvalId: 'q', approved: false },
      result('a', 'read', { type: 'error-json', value: { code: 'ENOENT' } }),
      result('b', 'shoot', { type: 'content', value: [{ type: 'text', text: 'it' }, picture] }),
      result('c', 'remove', { type: 'execution-denied', reason: 'no' }),
    ],
  },
  { role: 'assistant', content: 'Done' },
  { role: 'user', content: 'Go on' },
];

const since7 = [
  {
    role: 'assistant',
    content: [
      { type: 'custom', kind: 'openai.compaction', providerOptions: stored('cmp_1') },
      { type: 'reasoning-file', data: { type: 'data', data: 'aGk=' }, mediaType: 'image/png' },
      { type: 'file', data: { type: 'data', data: 'aGk=' }, mediaType: 'image/png' },
      { type: 'text', text: 'Drawn' },
    ],
  },
  { role: 'user', content: 'And on' },
];

/** Messages with every part type of a version. */
export function everyPart(version: 6 | 7): Message[] {
  return (version === 7 ? [...shared, ...since7] : shared) as Message[];
}
