import { describeWire, type WireMember } from '../../adapter/test/wire-contract.ts';
import { checkOpenAI } from '../../formats/test/checker/check-openai.ts';
import { checkOpenAIResponses } from '../../formats/test/checker/check-openai-responses.ts';
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

const url = 'https://api.openai.com/v1/chat/completions';
const responsesUrl = 'https://api.openai.com/v1/responses';

const shared: Pick<WireMember, 'create' | 'task' | 'model'> = {
  create(options, upstream) {
    const adapter = openaiAdapter({
      ...options,
      fetch: (to, init) => upstream(to as string, init as Parameters<typeof upstream>[1]),
    });
    return adapter.fetch;
  },
  task: (content) => ({ role: 'user', content }),
  model: { model: 'model-1' },
};

describeWire({
  ...shared,
  name: 'chat completions',
  url,
  field: 'messages',
  everyPart: CHAT,
  step: (at, content) => [
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: `c${at}`, type: 'function', function: { name: 'bash', arguments: '{}' } }],
    },
    { role: 'tool', tool_call_id: `c${at}`, content },
  ],
  answer: (prompt_tokens) => ({ usage: { prompt_tokens, completion_tokens: 1 } }),
  problems: (messages) => checkOpenAI(messages),
  alsoRewritten: ['https://own.example/deployments/x/chat/completions?api-version=1'],
  leftAlone: [
    ['another API', { url: 'https://api.openai.com/v1/embeddings' }],
    ['a stored completion by its id', { url: `${url}/chat_1` }],
    ['a list of completions', { init: { method: 'GET' } }],
    ['a form', { init: { body: new FormData() } }],
    ['bytes', { init: { body: new TextEncoder().encode('{"messages":[]}') } }],
    ['an aborted request', { init: { signal: AbortSignal.abort() } }],
    ['a body that is not JSON', { init: { body: '{' } }],
    ['a JSON array', { init: { body: '[]' } }],
    ['a body without messages', { body: { messages: undefined } }],
  ],
});

const call = (at: number, output: string): readonly object[] => [
  { type: 'function_call', call_id: `c${at}`, name: 'bash', arguments: '{}' },
  { type: 'function_call_output', call_id: `c${at}`, output },
];

/** Full tool results whose calls the server stores. The calls are item references, with or without `type`. */
const stored = Array.from({ length: 12 }, (_, at) => [
  at % 2 === 0 ? { type: 'item_reference', id: `fc_${at}` } : { id: `fc_${at}` },
  call(at, 'ok\n'.repeat(900))[1],
]).flat();

describeWire({
  ...shared,
  name: 'responses',
  url: responsesUrl,
  field: 'input',
  everyPart: RESPONSES,
  step: call,
  answer: (input_tokens) => ({ usage: { input_tokens, output_tokens: 1 } }),
  problems: (items) => checkOpenAIResponses(items),
  leftAlone: [
    ['a request to count input tokens', { url: `${responsesUrl}/input_tokens` }],
    ['a text as input', { body: { input: 'Go.' } }],
    ['a request with `previous_response_id`', { body: { previous_response_id: 'resp_1' } }],
    ['a conversation', { body: { conversation: { id: 'conv_1' } } }],
    ['outputs of calls that the server stores', { body: { input: stored } }],
  ],
});
