import type { APIRequest } from '@anthropic-ai/sdk';
import { expect, test } from 'vitest';
import { anthropicAdapter } from '../src/index.ts';
import { resultOf, SMALL, TASK } from './agent.ts';

const MESSAGES = 'https://api.anthropic.com/v1/messages';

/** Larger than the context window, so the adapter rewrites every request that it parses. */
const messages = [
  { role: 'user', content: TASK },
  ...Array.from({ length: 12 }, (_, step) => [
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'Next.', signature: 'c2ln' },
        { type: 'tool_use', id: `t${step}`, name: 'bash', input: {} },
      ],
    },
    {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: `t${step}`, content: resultOf(step) }],
    },
  ]).flat(),
];

function post(body: unknown, fields: Partial<APIRequest> = {}): APIRequest {
  const headers = new Headers({ 'x-api-key': 'none' });
  return { url: MESSAGES, method: 'POST', headers, body: JSON.stringify(body), ...fields };
}

/** Creates an adapter and records the requests that it sends. */
function recording(options: Parameters<typeof anthropicAdapter>[0] = {}) {
  const sent: APIRequest[] = [];
  const response = new Response('ok');
  const { middleware } = anthropicAdapter({ ...SMALL, ...options });
  // The adapter does not read this context.
  const context = {} as Parameters<typeof middleware>[2];
  const send = async (request: APIRequest) =>
    await middleware(request, async (given) => (sent.push(given), response), context);
  return { send, sent, response };
}

const form = new FormData();
form.set('messages', JSON.stringify(messages));

test.each<[what: string, request: APIRequest]>([
  ['a message thread that begins', post({ messages, thread: { type: 'create' } })],
  [
    'a message thread that continues',
    post({ messages, thread: { type: 'continue', previous_message_id: 'msg_1' } }),
  ],
  ['a request to count tokens', post({ messages }, { url: `${MESSAGES}/count_tokens` })],
  ['a batch', post({ requests: [{ params: { messages } }] }, { url: `${MESSAGES}/batches` })],
  ['another API', post({ messages }, { url: 'https://api.anthropic.com/v1/complete' })],
  ['a GET request', { ...post({ messages }), method: 'GET' }],
  ['a form', { ...post({}), body: form }],
  ['an aborted request', post({ messages }, { signal: AbortSignal.abort() })],
  ['a body that is not JSON', { ...post({}), body: '{' }],
  ['a body without messages', post({ model: 'claude-opus-5-5' })],
])('sends %s unchanged, with either `thinking` option', async (_what, request) => {
  for (const thinking of ['drop-after-edit', 'provider-drop'] as const) {
    const { send, sent, response } = recording({ thinking });
    expect(await send(request)).toBe(response);
    expect(sent).toEqual([request]);
    expect(sent[0]).toBe(request);
  }
});

test.each([MESSAGES, `${MESSAGES}?beta=true`, 'https://gateway.example/anthropic/v1/messages'])(
  'rewrites only the messages of a request to %s',
  async (url) => {
    const { send, sent } = recording();
    const body = { model: 'claude-opus-5-5', max_tokens: 200, messages, thread: null };
    const request = post(body, { url });
    const given = { ...request };
    await send(request);
    const sentBody = JSON.parse(sent[0]!.body as string) as typeof body;
    expect(JSON.stringify(sentBody.messages).length).toBeLessThan(
      JSON.stringify(messages).length / 2,
    );
    expect({ ...sentBody, messages }).toEqual(body);
    expect({ ...sent[0], body: '' }).toEqual({ ...given, body: '' });
    expect(request).toEqual(given);
  },
);

test('sends a request that fits as the same object', async () => {
  const { send, sent } = recording();
  const request = post({ messages: messages.slice(0, 3) });
  await send(request);
  expect(sent[0]).toBe(request);
});

test('sends the same bytes for an equal request, and for its own output', async () => {
  const { send, sent } = recording();
  await send(post({ messages }));
  await send(post({ messages }));
  expect(sent[1]!.body).toBe(sent[0]!.body);
  await send(post(JSON.parse(sent[0]!.body as string)));
  expect(sent[2]!.body).toBe(sent[0]!.body);
});
