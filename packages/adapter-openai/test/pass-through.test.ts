import { expect, test } from 'vitest';
import { openaiAdapter } from '../src/index.ts';
import { resultOf, SMALL, TASK } from './agent.ts';

const CHAT = 'https://api.openai.com/v1/chat/completions';
const RESPONSES = 'https://api.openai.com/v1/responses';

/** Larger than the context window, so the adapter rewrites every request that it parses. */
const messages = [
  { role: 'user', content: TASK },
  ...Array.from({ length: 12 }, (_, step) => [
    {
      role: 'assistant',
      content: null,
      tool_calls: [
        { id: `c${step}`, type: 'function', function: { name: 'bash', arguments: '{}' } },
      ],
    },
    { role: 'tool', tool_call_id: `c${step}`, content: resultOf(step) },
  ]).flat(),
];
const input = [
  { role: 'user', content: TASK },
  ...Array.from({ length: 12 }, (_, step) => [
    { type: 'function_call', call_id: `c${step}`, name: 'bash', arguments: '{}' },
    { type: 'function_call_output', call_id: `c${step}`, output: resultOf(step) },
  ]).flat(),
];
/** Full tool results whose calls the server stores. The calls are item references, with or without `type`. */
const stored = [
  { role: 'user', content: TASK },
  ...Array.from({ length: 12 }, (_, step) => [
    step % 2 === 0 ? { type: 'item_reference', id: `fc_${step}` } : { id: `fc_${step}` },
    { type: 'function_call_output', call_id: `c${step}`, output: resultOf(step) },
  ]).flat(),
];
const post = (body: unknown): RequestInit => ({ method: 'POST', body: JSON.stringify(body) });

function bodyOf(init: RequestInit | undefined): string {
  return typeof init?.body === 'string' ? init.body : '';
}

function withoutHistory(body: string): unknown {
  return { ...(JSON.parse(body) as object), messages: [], input: [] };
}

/** Creates an adapter and records the requests that it sends. */
function recording() {
  const sent: Parameters<typeof fetch>[] = [];
  const response = Response.json({ usage: { prompt_tokens: 1 } });
  const { fetch } = openaiAdapter({
    ...SMALL,
    fetch: (...given) => {
      sent.push(given);
      return Promise.resolve(response);
    },
  });
  return { fetch, sent, response };
}

const form = new FormData();
form.set('messages', JSON.stringify(messages));

test.each<[what: string, ...Parameters<typeof fetch>]>([
  ['another API', 'https://api.openai.com/v1/embeddings', post({ messages })],
  ['a request to count input tokens', `${RESPONSES}/input_tokens`, post({ input })],
  ['a stored completion by its id', `${CHAT}/chat_1`, post({ messages })],
  ['a list of completions', CHAT, { method: 'GET' }],
  ['a form', CHAT, { method: 'POST', body: form }],
  ['bytes', CHAT, { method: 'POST', body: new TextEncoder().encode(JSON.stringify({ messages })) }],
  ['a stream', CHAT, { method: 'POST', body: new Blob([JSON.stringify({ messages })]).stream() }],
  ['a Request', new Request(CHAT, post({ messages }))],
  ['an aborted request', CHAT, { ...post({ messages }), signal: AbortSignal.abort() }],
  ['a body that is not JSON', CHAT, { method: 'POST', body: '{' }],
  ['a JSON array', CHAT, post([messages])],
  ['a body without messages', CHAT, post({ model: 'gpt-5' })],
  ['a text as input', RESPONSES, post({ input: TASK })],
  [
    'a request with `previous_response_id`',
    RESPONSES,
    post({ input, previous_response_id: 'resp_1' }),
  ],
  ['a conversation', RESPONSES, post({ input, conversation: 'conv_1' })],
  ['a conversation as an object', RESPONSES, post({ input, conversation: { id: 'conv_1' } })],
  ['outputs of calls that the server stores', RESPONSES, post({ input: stored })],
])('sends %s unchanged', async (_what, ...given) => {
  const { fetch, sent, response } = recording();
  expect(await fetch(...given)).toBe(response);
  expect(sent).toHaveLength(1);
  expect(sent[0]![0]).toBe(given[0]);
  expect(sent[0]![1]).toBe(given[1]);
});

test.each<[what: string, url: string | URL, body: object]>([
  ['chat completions', CHAT, { messages }],
  [
    'chat completions of a deployment URL',
    new URL('https://own.example/deployments/x/chat/completions?api-version=1'),
    { messages },
  ],
  ['responses', RESPONSES, { input }],
  ['responses with `previous_response_id: null`', RESPONSES, { input, previous_response_id: null }],
  [
    'responses that reference an item other than a call',
    RESPONSES,
    { input: [input[0], { type: 'item_reference', id: 'rs_1' }, ...input.slice(1)] },
  ],
])('rewrites only the history of %s', async (_what, url, body) => {
  const { fetch, sent } = recording();
  const init = { ...post({ model: 'gpt-5', ...body, store: false }), keepalive: true };
  await fetch(url, init);
  const [sentUrl, sentInit] = sent[0]!;
  expect(sentUrl).toBe(url);
  expect({ ...sentInit, body: '' }).toEqual({ ...init, body: '' });
  const text = bodyOf(sentInit);
  expect(text.length).toBeLessThan(bodyOf(init).length / 2);
  expect(withoutHistory(text)).toEqual(withoutHistory(bodyOf(init)));
});

test('removes a `content-length` header that is no longer correct', async () => {
  const { fetch, sent } = recording();
  const headers = { 'content-length': '99999', authorization: 'Bearer none' };
  await fetch(CHAT, { ...post({ messages }), headers });
  expect([...new Headers(sent[0]![1]?.headers)]).toEqual([['authorization', 'Bearer none']]);
});

test('sends a body that fits without changing its text', async () => {
  const { fetch, sent } = recording();
  const body = JSON.stringify({ messages: messages.slice(0, 3) }, undefined, 2);
  await fetch(CHAT, { method: 'POST', body });
  expect(sent[0]![1]?.body).toBe(body);
});

test('sends the same bytes for an equal request, and for its own output', async () => {
  const { fetch, sent } = recording();
  await fetch(CHAT, post({ messages }));
  await fetch(CHAT, post({ messages }));
  expect(sent[1]![1]?.body).toBe(sent[0]![1]?.body);
  const rewritten = JSON.parse(bodyOf(sent[0]![1])) as object;
  await fetch(CHAT, post(rewritten));
  expect(sent[2]![1]?.body).toBe(sent[0]![1]?.body);
});
