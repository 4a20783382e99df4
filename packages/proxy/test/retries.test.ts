import { describe, expect, test } from 'vitest';
import type { RequestReport } from '../src/index.ts';
import { CLIENTS } from './clients.ts';
import { messagesOf, respondWith, startProvider } from './provider.ts';
import { serve } from './serve.ts';

const RESULT = Array.from({ length: 200 }, (_, line) => `line ${line}: ${line * 7919}`).join('\n');
const LIMIT = 6_000;

/** The providers' own words. */
const OVERFLOW: Readonly<Record<string, (tokens: number) => object>> = {
  anthropic: (tokens) => ({
    type: 'error',
    error: {
      type: 'invalid_request_error',
      message: `prompt is too long: ${tokens} tokens > ${LIMIT} maximum`,
    },
  }),
  openai: (tokens) => ({
    error: {
      code: 'context_length_exceeded',
      message: `This model's maximum context length is ${LIMIT} tokens. However, your messages resulted in ${tokens} tokens.`,
    },
  }),
  'openai-responses': () => ({
    error: {
      code: 'context_length_exceeded',
      message: 'Your input exceeds the context window of this model.',
    },
  }),
  gemini: (tokens) => ({
    error: {
      code: 400,
      status: 'INVALID_ARGUMENT',
      message: `The input token count (${tokens}) exceeds the maximum number of tokens allowed (${LIMIT}).`,
    },
  }),
};

describe.each(CLIENTS)('a provider of $name', (client) => {
  /** Returns a history with large results. */
  async function historyOf(turns: number): Promise<object[]> {
    const model = await startProvider((request, response) =>
      respondWith(
        { calls: [{ id: `c${request.bytes.length}`, name: 'bash', input: { command: 'cat' } }] },
        request,
        response,
      ),
    );
    const history: object[] = [client.user('Read.')];
    for (let turn = 0; turn < turns; turn += 1) {
      const { messages, calls } = await client.ask(model.url, history, false);
      history.push(...messages, ...client.results(calls, RESULT));
    }
    return history;
  }

  test('that finds a request too long gets a shorter one before the client sees an error', async () => {
    const provider = await startProvider((request, response) => {
      const tokens = Math.ceil(request.bytes.length / 3);
      if (tokens <= LIMIT) {
        respondWith({ text: 'Done.' }, request, response);
        return;
      }
      response.writeHead(400, { 'content-type': 'application/json' });
      response.end(JSON.stringify(OVERFLOW[client.name]!(tokens)));
    });
    const reports: RequestReport[] = [];
    const proxy = await serve(provider.url, { onRequest: (one) => reports.push(one) });
    const { text } = await client.ask(proxy.url, await historyOf(8), true);
    expect(text).toBe('Done.');
    expect(reports).toMatchObject([{ retried: 'overflow', isShortened: true, status: 200 }]);
    expect(client.check(messagesOf(provider.requests[1]!))).toEqual([]);
  });

  test('that refuses a changed request gets the original, and the session is left alone', async () => {
    const provider = await startProvider((request, response) => {
      if (!request.bytes.includes('"recall"')) {
        respondWith({ text: 'Done.' }, request, response);
        return;
      }
      response.writeHead(400, { 'content-type': 'application/json' });
      response.end('{"error":{"message":"tools: not allowed"}}');
    });
    const reports: RequestReport[] = [];
    const proxy = await serve(provider.url, { onRequest: (one) => reports.push(one) });
    const history = [client.user('Hello.')];
    expect((await client.ask(proxy.url, history, true)).text).toBe('Done.');
    expect((await client.ask(proxy.url, history, true)).text).toBe('Done.');
    expect(provider.requests).toHaveLength(3);
    expect(provider.requests[2]!.bytes).toEqual(provider.requests[1]!.bytes);
    expect(reports[0]).toMatchObject({ retried: 'refused', isShortened: false });
  });
});

test('a provider that finds the bytes of images too many gets fewer images, and all of the text', async () => {
  const client = CLIENTS.find(({ name }) => name === 'anthropic')!;
  const provider = await startProvider((request, response) => {
    if (request.bytes.length <= 500_000) {
      respondWith({ text: 'Done.' }, request, response);
      return;
    }
    response.writeHead(413, { 'content-type': 'application/json' });
    response.end('{"type":"error","error":{"type":"request_too_large","message":"Too large."}}');
  });
  const reports: RequestReport[] = [];
  const proxy = await serve(provider.url, { onRequest: (one) => reports.push(one) });
  const history: object[] = [client.user('Read.')];
  for (let at = 0; at < 8; at += 1) {
    const id = `toolu_${at}`;
    const data = `iVBORw0KGgoAAAANSUhEUgAAA${at}`.padEnd(80_000, 'QkFB');
    const source = { type: 'base64', media_type: 'image/png', data };
    const content = [
      { type: 'text', text: RESULT },
      { type: 'image', source },
    ];
    history.push(
      { role: 'assistant', content: [{ type: 'tool_use', id, name: 'look', input: { at } }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content }] },
    );
  }
  expect((await client.ask(proxy.url, history, true)).text).toBe('Done.');
  expect(reports).toMatchObject([{ retried: 'overflow', isShortened: true, status: 200 }]);
  const sent = messagesOf(provider.requests[1]!);
  expect(client.check(sent)).toEqual([]);
  expect(JSON.stringify(sent).split('line 150: 1187850')).toHaveLength(9);
  expect(JSON.stringify(sent)).toContain(`iVBORw0KGgoAAAANSUhEUgAAA7`);
});
