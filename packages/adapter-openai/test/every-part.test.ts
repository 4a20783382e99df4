import { expect, test } from 'vitest';
import { openaiAdapter } from '../src/index.ts';

const CHAT = [
  { role: 'developer', content: 'Be brief.' },
  {
    role: 'user',
    name: 'alice',
    content: [
      { type: 'text', text: 'What is this?', prompt_cache_breakpoint: { mode: 'explicit' } },
      { type: 'image_url', image_url: { url: 'data:image/png;base64,AA==', detail: 'low' } },
      { type: 'input_audio', input_audio: { data: 'AA==', format: 'wav' } },
      { type: 'file', file: { file_id: 'file_1' } },
    ],
  },
  {
    role: 'assistant',
    content: null,
    refusal: null,
    reasoning_content: 'A vendor thinks here.',
    tool_calls: [
      {
        id: 'c1',
        type: 'function',
        function: { name: 'read', arguments: '{ "path" : "a" }' },
        extra_content: { google: { thought_signature: 'sig' } },
      },
      { id: 'c2', type: 'custom', custom: { name: 'grep', input: 'x' } },
    ],
  },
  { role: 'tool', tool_call_id: 'c1', content: 'one' },
  { role: 'tool', tool_call_id: 'c2', content: [{ type: 'text', text: 'two' }] },
  { role: 'assistant', content: [{ type: 'refusal', refusal: 'No.' }], audio: { id: 'audio_1' } },
  { role: 'system', content: 'From here on in French.' },
  { role: 'user', content: 'Go on.' },
];

const RESPONSES = [
  { role: 'user', content: 'Look.' },
  {
    type: 'reasoning',
    id: 'rs_1',
    summary: [{ type: 'summary_text', text: 'First the file.' }],
    encrypted_content: 'cipher',
  },
  {
    type: 'message',
    id: 'msg_1',
    role: 'assistant',
    status: 'completed',
    phase: 'commentary',
    content: [{ type: 'output_text', text: 'Reading.', annotations: [] }],
  },
  {
    type: 'function_call',
    id: 'fc_1',
    call_id: 'c1',
    name: 'read',
    arguments: '{"path":1}',
    status: 'completed',
  },
  {
    type: 'function_call_output',
    call_id: 'c1',
    output: [
      { type: 'input_text', text: 'one' },
      { type: 'input_image', file_id: 'file_1', detail: 'auto' },
    ],
  },
  { type: 'compaction', id: 'cmp_1', encrypted_content: 'cipher' },
  { type: 'item_reference', id: 'msg_0' },
  { type: 'web_search_call', id: 'ws_1', status: 'completed', action: { type: 'search' } },
  { type: 'mcp_approval_request', id: 'm1', name: 'n', arguments: '{}', server_label: 's' },
  { type: 'mcp_approval_response', approval_request_id: 'm1', approve: true },
  { role: 'developer', content: [{ type: 'input_text', text: 'From here on in French.' }] },
  { role: 'user', content: [{ type: 'input_file', file_id: 'file_2' }] },
];

test.each([
  ['chat/completions', { messages: CHAT }],
  ['responses', { input: RESPONSES }],
])('sends every kind of part unchanged when the request fits: %s', async (path, history) => {
  const sent: unknown[] = [];
  const errors: unknown[] = [];
  const { fetch } = openaiAdapter({
    onError: (error) => errors.push(error),
    fetch: (_input, init) => {
      sent.push(init?.body);
      return Promise.resolve(Response.json({}));
    },
  });
  const body = JSON.stringify(history);
  await fetch(`https://api.openai.com/v1/${path}`, { method: 'POST', body });
  expect(errors).toEqual([]);
  expect(sent).toEqual([body]);
});
