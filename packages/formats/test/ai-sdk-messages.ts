import type { AiSdkMessage } from '@palimpsest/formats/ai-sdk';

export const bytes = new Uint8Array([1, 2, 3]);
export const stored = (itemId: string): object => ({
  openai: { itemId, phase: 'p' },
  azure: { itemId },
});
export const screenshot = { type: 'image-data', data: 'aGk=', mediaType: 'image/png' };

/** Messages with every kind of part. */
export const everything: readonly AiSdkMessage[] = [
  { role: 'system', content: 'Be brief', providerOptions: { anthropic: { cacheControl: {} } } },
  {
    role: 'user',
    content: [
      { type: 'text', text: 'Look' },
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
      {
        type: 'tool-result',
        toolCallId: 's',
        toolName: 'web',
        output: { type: 'json', value: [1] },
      },
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
      {
        type: 'tool-result',
        toolCallId: 'a',
        toolName: 'read',
        output: { type: 'text', value: 'long', providerOptions: { anthropic: {} } },
      },
      {
        type: 'tool-result',
        toolCallId: 'b',
        toolName: 'shoot',
        output: { type: 'content', value: [{ type: 'text', text: 'a window' }, screenshot] },
      },
      {
        type: 'tool-result',
        toolCallId: 'c',
        toolName: 'remove',
        output: { type: 'execution-denied', reason: 'no' },
      },
    ],
  },
  { role: 'assistant', content: 'Done' },
];
