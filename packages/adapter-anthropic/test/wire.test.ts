import type { APIRequest } from '@anthropic-ai/sdk';
import { describeWire } from '../../adapter/test/wire-contract.ts';
import { checkAnthropic } from '../../formats/test/checker/check-anthropic.ts';
import { anthropicAdapter } from '../src/index.ts';

const anchor = { cache_control: { type: 'ephemeral', ttl: '1h' } };
const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AA==' } };

const everyPart = [
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

const url = 'https://api.anthropic.com/v1/messages';

describeWire({
  name: 'the Messages API',
  url,
  create(options, upstream) {
    const { middleware } = anthropicAdapter(options);
    // The adapter does not read this context.
    const context = {} as Parameters<typeof middleware>[2];
    return (to, { headers, ...init }) => {
      const request = { ...init, url: to, headers: new Headers(headers) } as APIRequest;
      return middleware(request, (given) => upstream(given.url, given as never), context);
    };
  },
  field: 'messages',
  everyPart,
  task: (content) => ({ role: 'user', content }),
  step: (at, content) => [
    { role: 'assistant', content: [{ type: 'tool_use', id: `t${at}`, name: 'bash', input: {} }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: `t${at}`, content }] },
  ],
  answer: (input_tokens) => ({ usage: { input_tokens, output_tokens: 1 } }),
  problems: (messages) => checkAnthropic(messages),
  model: { model: 'model-1', max_tokens: 200 },
  alsoRewritten: [`${url}?beta=true`, 'https://gateway.example/anthropic/v1/messages'],
  leftAlone: [
    ['a message thread that begins', { body: { thread: { type: 'create' } } }],
    [
      'a message thread that continues',
      { body: { thread: { type: 'continue', previous_message_id: 'msg_1' } } },
    ],
    ['a request to count tokens', { url: `${url}/count_tokens` }],
    ['a batch', { url: `${url}/batches` }],
    ['another API', { url: 'https://api.anthropic.com/v1/complete' }],
    ['a GET request', { init: { method: 'GET' } }],
    ['a form', { init: { body: new FormData() } }],
    ['an aborted request', { init: { signal: AbortSignal.abort() } }],
    ['a body that is not JSON', { init: { body: '{' } }],
    ['a body without messages', { body: { messages: undefined } }],
  ],
});
