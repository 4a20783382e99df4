import { expect, test } from 'vitest';
import { createProxy } from '../src/index.ts';
import { serveProxy } from '../src/node.ts';
import { CLIENTS } from './clients.ts';
import { bodyOf, startModel } from './provider.ts';
import server from './readme/handle.ts';

test('a proxy over web requests shortens a history, and passes the response on', async () => {
  const model = await startModel(() => ({ text: 'Done.' }));
  const { handle } = createProxy({
    upstreams: { anthropic: model.url },
    compression: { contextLimit: 4_000, settings: { maxOutputTokens: 500 } },
  });
  const client = CLIENTS[0]!;
  const messages = Array.from({ length: 12 }, (_, at) => [
    { role: 'assistant', content: [{ type: 'tool_use', id: `c${at}`, name: 'bash', input: {} }] },
    ...client.results([{ id: `c${at}`, name: 'bash' }], `${'line of output\n'.repeat(100)}${at}`),
  ]).flat();
  const body = JSON.stringify({
    model: 'scripted',
    stream: true,
    messages: [client.user('Go.'), ...messages],
    tools: [{ name: 'bash', input_schema: { type: 'object' } }],
  });
  const response = await handle(
    new Request('http://localhost/v1/messages', { method: 'POST', body }),
  );
  expect(response.status).toBe(200);
  expect(await response.text()).toContain('"text":"Done."');
  const [received] = model.requests;
  expect(received!.bytes.length).toBeLessThan(body.length / 2);
  expect(client.check(bodyOf(received!)['messages'] as object[])).toEqual([]);
});

test('the module of the README is a server of web requests', () => {
  expect(server.fetch).toBeTypeOf('function');
});

test('an invalid option of compression is an error', () => {
  expect(() => createProxy({ compression: { contextLimit: -5 } })).toThrow(
    /^contextLimit: expected a whole number of at least 1.*, got -5/,
  );
  expect(() => createProxy({ compression: { settings: 5 as never } })).toThrow(
    /^settings: expected an object of settings.*, got 5/,
  );
});

test('an unknown option is an error that names the known ones', async () => {
  const options = { upstream: { openai: 'http://127.0.0.1:1' } };
  const message = /options: expected some of upstreams, .*"upstream"/;
  expect(() => createProxy(options as object)).toThrow(message);
  await expect(serveProxy(options as object)).rejects.toThrow(message);
});

test.each([
  [
    { maxBodyBytes: ['recall'] },
    'maxBodyBytes: expected a whole number of at least 1, got an array',
  ],
  [{ onError: [5] }, 'onError: expected a function, got an array'],
  [{ tools: ['recall', 'eval'] }, 'tools: expected some of recall, .*, got "eval"'],
  [{ tools: 'recall' }, 'tools: expected some of recall, .*, got "recall"'],
])('the error of an invalid option describes what was received: %j', (options, message) => {
  expect(() => createProxy(options as object)).toThrow(new RegExp(`^${message}`));
});
