import type { APIRequest } from '@anthropic-ai/sdk';
import { expect, test } from 'vitest';
import { anthropicAdapter } from '../src/index.ts';
import { resultOf, SMALL, TASK } from './agent.ts';

const MESSAGES = 'https://api.anthropic.com/v1/messages';

/** More than the context window holds: the adapter rewrites each request that it reads. */
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

function post(body: unknown, more: Partial<APIRequest> = {}): APIRequest {
  const headers = new Headers({ 'x-api-key': 'none' });
  return { url: MESSAGES, method: 'POST', headers, body: JSON.stringify(body), ...more };
}

function watching(options: Parameters<typeof anthropicAdapter>[0] = {}) {
  const seen: APIRequest[] = [];
  const response = new Response('ok');
  const { middleware } = anthropicAdapter({ ...SMALL, ...options });
  // The adapter does not read this context.
  const context = {} as Parameters<typeof middleware>[2];
  const send = async (request: APIRequest) =>
    await middleware(request, (given) => (seen.push(given), Promise.resolve(response)), context);
  return { send, seen, response };
}

const form = new FormData();
form.set('messages', JSON.stringify(messages));

test.each<[what: string, request: APIRequest]>([
  ['a message thread that begins', post({ messages, thread: { type: 'create' } })],
  [
    'a message thread that goes on',
    post({ messages, thread: { type: 'continue', previous_message_id: 'msg_1' } }),
  ],
  ['a count', post({ messages }, { url: `${MESSAGES}/count_tokens` })],
  ['a batch', post({ requests: [{ params: { messages } }] }, { url: `${MESSAGES}/batches` })],
  ['another API', post({ messages }, { url: 'https://api.anthropic.com/v1/complete' })],
  ['what reads', { ...post({ messages }), method: 'GET' }],
  ['a form', { ...post({}), body: form }],
  ['what was given up', post({ messages }, { signal: AbortSignal.abort() })],
  ['no JSON', { ...post({}), body: '{' }],
  ['no messages', post({ model: 'claude-opus-5-5' })],
])('sends %s unchanged, with either `thinking` option', async (_what, request) => {
  for (const thinking of ['drop-after-edit', 'provider-drop'] as const) {
    const { send, seen, response } = watching({ thinking });
    expect(await send(request)).toBe(response);
    expect(seen).toEqual([request]);
    expect(seen[0]).toBe(request);
  }
});

test.each([MESSAGES, `${MESSAGES}?beta=true`, 'https://gateway.example/anthropic/v1/messages'])(
  'rewrites only the messages of a request to %s',
  async (url) => {
    const { send, seen } = watching();
    const body = { model: 'claude-opus-5-5', max_tokens: 200, messages, thread: null };
    const request = post(body, { url });
    const given = { ...request };
    await send(request);
    const sent = JSON.parse(seen[0]!.body as string) as typeof body;
    expect(JSON.stringify(sent.messages).length).toBeLessThan(JSON.stringify(messages).length / 2);
    expect({ ...sent, messages }).toEqual(body);
    expect({ ...seen[0], body: '' }).toEqual({ ...given, body: '' });
    expect(request).toEqual(given);
  },
);

test('sends a request that fits as the same object', async () => {
  const { send, seen } = watching();
  const request = post({ messages: messages.slice(0, 3) });
  await send(request);
  expect(seen[0]).toBe(request);
});

test('sends the same bytes for an equal request, and for its own output', async () => {
  const { send, seen } = watching();
  await send(post({ messages }));
  await send(post({ messages }));
  expect(seen[1]!.body).toBe(seen[0]!.body);
  await send(post(JSON.parse(seen[0]!.body as string)));
  expect(seen[2]!.body).toBe(seen[0]!.body);
});
