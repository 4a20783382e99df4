import { memoryOriginals } from '@palimpsest/originals';
import { memorySessions } from '@palimpsest/originals/sessions';
import { describe, expect, test } from 'vitest';
import type { RequestReport } from '../src/index.ts';
import type { ServeOptions } from '../src/node.ts';
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

const anthropic = CLIENTS.find(({ name }) => name === 'anthropic')!;

/** Returns a history with many large results. */
function longHistory(): object[] {
  const history: object[] = [anthropic.user('Read.')];
  for (let turn = 0; turn < 24; turn += 1) {
    const id = `c${turn}`;
    history.push(
      { role: 'assistant', content: [{ type: 'tool_use', id, name: 'bash', input: {} }] },
      ...anthropic.results([{ id, name: 'bash' }], RESULT),
    );
  }
  return history;
}

describe.each([
  ['characters / 3.5', (bytes: number) => Math.ceil(bytes / 3.5)],
  ['characters / 1.8', (bytes: number) => Math.ceil(bytes / 1.8)],
])('a provider of a limit of 20,000 tokens that counts %s', (_, count) => {
  const maximum = 20_000;
  const tooLong = (tokens: number): string =>
    `prompt is too long: ${tokens} tokens > ${maximum} maximum`;

  /** Sends a session that grows, and returns how many requests it took, by turn. */
  async function run(
    error: (tokens: number) => string,
    options: ServeOptions,
    history = [anthropic.user('Read.')],
  ): Promise<number[]> {
    const provider = await startProvider((request, response) => {
      const tokens = count(request.bytes.length);
      if (tokens <= maximum) {
        const input = { command: `cat ${provider.requests.length}` };
        const calls = [{ id: `c${provider.requests.length}`, name: 'bash', input }];
        // A usage that leaves out cached tokens corrects nothing.
        respondWith({ calls }, request, response, 1);
        return;
      }
      response.writeHead(400, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: { message: error(tokens) } }));
    });
    const proxy = await serve(provider.url, options);
    const requests: number[] = [];
    for (let turn = 0; turn < 24; turn += 1) {
      const before = provider.requests.length;
      const { messages, calls } = await anthropic.ask(proxy.url, history, false);
      requests.push(provider.requests.length - before);
      history.push(...messages, ...anthropic.results(calls, `${RESULT}\nend of ${turn}`));
    }
    return requests;
  }

  test.each([
    ['the default window', {}],
    ['the same window', { compression: { contextLimit: maximum } }],
    ['a window of the settings', { compression: { settings: { 'context-limit': 100_000 } } }],
    ['a stored session', { sessions: memorySessions(), originals: memoryOriginals() }],
  ])('answers each request of a session, with %s', async (_name, options) => {
    const requests = await run(tooLong, options);
    // The corrected limit is remembered.
    expect(requests.filter((one) => one > 1).length).toBeLessThanOrEqual(1);
    expect(Math.max(...requests)).toBeLessThanOrEqual(3);
  });

  test('answers the requests of a session that begins too long for the same window', async () => {
    const requests = await run(tooLong, { compression: { contextLimit: maximum } }, longHistory());
    expect(Math.max(...requests)).toBeLessThanOrEqual(3);
    expect(requests.filter((one) => one > 1).length).toBeLessThanOrEqual(1);
  });

  test('answers each request if it names no counts', async () => {
    const requests = await run(() => 'Input is too long for requested model.', {
      compression: { contextLimit: 40_000 },
    });
    expect(Math.max(...requests)).toBeLessThanOrEqual(4);
  });
});

test('a provider that refuses every request gets shorter ones, and the client its newest error', async () => {
  const provider = await startProvider((_, response) => {
    response.writeHead(400, { 'content-type': 'application/json' });
    const message = `prompt is too long, attempt ${provider.requests.length}`;
    response.end(JSON.stringify({ error: { message } }));
  });
  const proxy = await serve(provider.url);
  await expect(anthropic.ask(proxy.url, longHistory(), false)).rejects.toThrow('attempt 4');
  const sizes = provider.requests.map(({ bytes }) => bytes.length);
  expect(sizes).toEqual([...new Set(sizes)].toSorted((left, right) => right - left));
});

test('a provider that finds the bytes of images too many gets fewer images, and all of the text', async () => {
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
  const history: object[] = [anthropic.user('Read.')];
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
  expect((await anthropic.ask(proxy.url, history, true)).text).toBe('Done.');
  expect(reports).toMatchObject([{ retried: 'overflow', isShortened: true, status: 200 }]);
  const sent = messagesOf(provider.requests[1]!);
  expect(anthropic.check(sent)).toEqual([]);
  expect(JSON.stringify(sent).split('line 150: 1187850')).toHaveLength(9);
  expect(JSON.stringify(sent)).toContain(`iVBORw0KGgoAAAANSUhEUgAAA7`);
});

test('a request that is too long for one model does not shorten those for another model of the session', async () => {
  const provider = await startProvider((request, response) => {
    const tokens = Math.ceil(request.bytes.length / 3);
    if (tokens <= LIMIT || !request.bytes.includes('"small"')) {
      respondWith({ text: 'Done.' }, request, response);
      return;
    }
    response.writeHead(400, { 'content-type': 'application/json' });
    response.end(JSON.stringify(OVERFLOW['anthropic']!(tokens)));
  });
  const reports: RequestReport[] = [];
  const proxy = await serve(provider.url, { onRequest: (one) => reports.push(one) });
  for (const model of ['small', 'large']) {
    const messages = [anthropic.user(`I am ${model}.`), ...longHistory()];
    const headers = { 'anthropic-version': '2023-06-01', 'x-session-id': 's' };
    const tools = [{ name: 'bash', input_schema: { type: 'object' } }];
    const body = JSON.stringify({ model, max_tokens: 1_000, messages, tools });
    await (await fetch(`${proxy.url}/v1/messages`, { method: 'POST', headers, body })).text();
  }
  expect(reports).toMatchObject([
    { status: 200, isShortened: true },
    { status: 200, isShortened: false },
  ]);
});
