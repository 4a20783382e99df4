import { expect, test } from 'vitest';
import { anthropicAdapter } from '../src/index.ts';

const anchor = { cache_control: { type: 'ephemeral', ttl: '1h' } };
const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AA==' } };

const messages = [
  {
    role: 'user',
    content: [
      { type: 'compaction', content: 'What was.', signature: 'S', encrypted_content: null },
    ],
  },
  {
    role: 'user',
    content: [
      { type: 'text', text: 'What is this?', ...anchor },
      image,
      {
        type: 'document',
        source: { type: 'url', url: 'https://example.com/a.pdf' },
        citations: { enabled: true },
        title: 'A',
      },
      { type: 'container_upload', file_id: 'file_1' },
    ],
  },
  {
    role: 'assistant',
    content: [
      { type: 'thinking', thinking: '', signature: 's' },
      { type: 'redacted_thinking', data: 'r' },
      {
        type: 'text',
        text: 'Both.',
        citations: [{ type: 'char_location', cited_text: 'a', document_index: 0 }],
      },
      { type: 'server_tool_use', id: 'srv_1', name: 'web_search', input: { query: 'a' } },
      { type: 'web_search_tool_result', tool_use_id: 'srv_1', content: [] },
      { type: 'mcp_tool_use', id: 'mcp_1', name: 'find', server_name: 's', input: {} },
      { type: 'mcp_tool_result', tool_use_id: 'mcp_1', is_error: false, content: [] },
      { type: 'tool_use', id: 'c1', name: 'read', input: {}, caller: { type: 'direct' } },
      { type: 'tool_use', id: 'c2', name: 'read', input: { path: 'b' } },
    ],
  },
  {
    role: 'user',
    content: [
      {
        type: 'tool_result',
        tool_use_id: 'c1',
        content: [
          { type: 'text', text: 'one' },
          image,
          {
            type: 'search_result',
            source: 'a',
            title: 'A',
            content: [{ type: 'text', text: 'x' }],
          },
        ],
        ...anchor,
      },
      { type: 'tool_result', tool_use_id: 'c2', content: 'ENOENT', is_error: true },
      { type: 'text', text: 'And the other one?' },
    ],
  },
  { role: 'system', content: 'From here on in French.' },
  { role: 'user', content: 'Go on.' },
];

test('sends every kind of block unchanged when the request fits', async () => {
  const errors: unknown[] = [];
  const { middleware } = anthropicAdapter({ onError: (error) => errors.push(error) });
  const request = {
    url: 'https://api.anthropic.com/v1/messages',
    method: 'POST',
    headers: new Headers(),
    body: JSON.stringify({ messages }),
  };
  const context = {} as Parameters<typeof middleware>[2];
  const seen: unknown[] = [];
  await middleware(
    request,
    (given) => (seen.push(given), Promise.resolve(new Response())),
    context,
  );
  expect(errors).toEqual([]);
  expect(seen).toEqual([request]);
  expect(seen[0]).toBe(request);
});
