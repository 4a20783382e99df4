import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { CLIENTS } from './clients.ts';
import { startProvider } from './provider.ts';
import { serve } from './serve.ts';

interface Answered {
  readonly status: number | undefined;
  readonly rawHeaders: readonly string[];
  readonly bytes: Buffer;
}

/** Sends raw header lines and bytes. */
async function sendRaw(
  url: string,
  method: string,
  headers: readonly string[],
  body?: Uint8Array,
  host = new URL(url).host,
): Promise<Answered> {
  return await new Promise((resolve, reject) => {
    const sent = httpRequest(url, { method, headers: ['Host', host, ...headers] }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const { statusCode: status, rawHeaders } = response;
        resolve({ status, rawHeaders, bytes: Buffer.concat(chunks) });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

const TOOLS = [{ name: 'bash', input_schema: { type: 'object' } }];
const MESSAGES = [{ role: 'user', content: 'Hello.' }];

test('a request of an unknown path keeps its method, path, headers in order and bytes; so does the response', async () => {
  const provider = await startProvider((_, response) => {
    response.writeHead(207, 'Some Words', [
      'X-Two',
      '2',
      'x-one',
      '1',
      'Set-Cookie',
      'a',
      'Set-Cookie',
      'b',
    ]);
    response.end(Buffer.from([0, 255, 1]));
  });
  const proxy = await serve(provider.url);
  const bytes = Buffer.from([255, 0, 10, 13]);
  const headers = [
    'X-B',
    '2',
    'x-a',
    '1',
    'Authorization',
    'Bearer k',
    'Connection',
    'x-hop',
    'X-Hop',
    'h',
    'Content-Length',
    '4',
  ];
  const answered = await sendRaw(`${proxy.url}/openai/v1/files?a=%20b&c`, 'PUT', headers, bytes);
  const [received] = provider.requests;
  expect(received).toMatchObject({ method: 'PUT', url: '/v1/files?a=%20b&c', bytes });
  const host = new URL(provider.url).host;
  const kept = [
    'Host',
    host,
    'X-B',
    '2',
    'x-a',
    '1',
    'Authorization',
    'Bearer k',
    'Content-Length',
    '4',
  ];
  expect(received!.rawHeaders.slice(0, kept.length)).toEqual(kept);
  expect(received!.rawHeaders).not.toContain('X-Hop');
  expect(answered.bytes).toEqual(Buffer.from([0, 255, 1]));
  expect(answered.status).toBe(207);
  const own = ['X-Two', '2', 'x-one', '1', 'Set-Cookie', 'a', 'Set-Cookie', 'b'];
  expect(answered.rawHeaders.slice(0, own.length)).toEqual(own);
});

test.each([
  ['without tools', { model: 'm', messages: MESSAGES }, {}],
  ['that is not JSON', '{"model": ', {}],
  ['of an unknown shape', { model: 'm', tools: TOOLS, messages: 'none' }, {}],
  ['with tools, while the proxy offers none', { tools: TOOLS, messages: MESSAGES }, { tools: [] }],
  ['beyond the size limit', { tools: TOOLS, messages: MESSAGES }, { maxBodyBytes: 10 }],
])('a body %s goes out byte for byte', async (_, body, options) => {
  const provider = await startProvider((_request, response) => response.end('{}'));
  const proxy = await serve(provider.url, options);
  // Spaces and escapes would not survive a rewrite.
  const text =
    typeof body === 'string' ? body : JSON.stringify(body, null, 1).replace('m', '\\u006d');
  for (const bytes of [Buffer.from(text), gzipSync(text)]) {
    const encoding = bytes.length === text.length ? [] : ['Content-Encoding', 'gzip'];
    const length = ['Content-Length', String(bytes.length)];
    await sendRaw(`${proxy.url}/v1/messages`, 'POST', [...encoding, ...length], bytes);
    expect(provider.requests.at(-1)!.bytes).toEqual(bytes);
  }
});

test('a compressed body of a session is read, and sent on without compression if it changes', async () => {
  const provider = await startProvider((_, response) => response.end('{}'));
  const proxy = await serve(provider.url);
  const bytes = gzipSync(JSON.stringify({ tools: TOOLS, messages: MESSAGES }));
  // Names of encodings have no case.
  const headers = ['Content-Encoding', 'GZIP', 'Content-Length', String(bytes.length)];
  await sendRaw(`${proxy.url}/v1/messages`, 'POST', headers, bytes);
  const [received] = provider.requests;
  expect(received!.rawHeaders).not.toContain('GZIP');
  expect(received!.bytes.toString()).toContain('"name":"recall"');
});

test('a count of tokens is of the messages that the session sent', async () => {
  const model = await startProvider((_, response) => response.end('{}'));
  const proxy = await serve(model.url, {
    compression: { contextLimit: 4_000, settings: { maxOutputTokens: 500 } },
  });
  const client = CLIENTS[0]!;
  const history = Array.from({ length: 12 }, (_, at) => [
    { role: 'assistant', content: [{ type: 'tool_use', id: `c${at}`, name: 'bash', input: {} }] },
    ...client.results([{ id: `c${at}`, name: 'bash' }], 'line of output\n'.repeat(100)),
  ]).flat();
  const body = JSON.stringify({ tools: TOOLS, messages: [client.user('Go.'), ...history] });
  for (const path of ['/v1/messages/count_tokens', '/v1/messages', '/v1/messages/count_tokens']) {
    const headers = ['Content-Length', String(body.length)];
    await sendRaw(proxy.url + path, 'POST', headers, Buffer.from(body));
  }
  const [before, sent, after] = model.requests.map(({ bytes }) => bytes.toString());
  expect(before).toBe(body);
  expect(sent!.length).toBeLessThan(body.length / 2);
  expect(after).toBe(sent);
});

test('a websocket is answered with 426', async () => {
  const proxy = await serve('http://127.0.0.1:9');
  const { port } = new URL(proxy.url);
  const text = await new Promise<string>((resolve) => {
    const socket = connect(Number(port), '127.0.0.1', () => {
      socket.write(
        'GET /v1/responses HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
      );
    });
    socket.on('data', (data) => resolve(data.toString()));
  });
  expect(text).toMatch(/^HTTP\/1\.1 426 /);
});

test('a websocket that is reset before the answer does not end the process', async () => {
  const proxy = await serve('http://127.0.0.1:9');
  const { port } = new URL(proxy.url);
  for (let attempt = 0; attempt < 10; attempt += 1) {
    const socket = connect(Number(port), '127.0.0.1', () => {
      socket.write(
        'GET /v1/responses HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
      );
      socket.resetAndDestroy();
    });
    await once(socket, 'close');
  }
  // An unhandled error fails the run.
  expect((await fetch(`${proxy.url}/v1/models`)).status).toBe(502);
});

test.each([
  ['https://evil.example', 403],
  ['null', 403],
  ['http://127.0.0.1.evil.example', 403],
  ['http://localhost:3000', 200],
  ['vscode-file://vscode-app', 200],
])('a page of the origin %s gets %i', async (origin, status) => {
  const provider = await startProvider((_, response) => response.end('{}'));
  const { url } = await serve(provider.url);
  expect((await sendRaw(`${url}/v1/models`, 'GET', ['Origin', origin])).status).toBe(status);
  expect(provider.requests).toHaveLength(status === 200 ? 1 : 0);
});

test('headers of 50 kB pass in both directions', async () => {
  const long = 'x'.repeat(50_000);
  const server = createServer({ maxHeaderSize: 100_000 }, ({ headers }, response) => {
    response.writeHead(200, { 'x-long': headers['x-long'] }).end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { url } = await serve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const answered = await new Promise<IncomingMessage>((resolve, reject) => {
    const options = { headers: { 'x-long': long }, maxHeaderSize: 100_000 };
    httpRequest(`${url}/v1/models`, options, resolve).on('error', reject).end();
  });
  answered.resume();
  await once(answered, 'end');
  expect([answered.statusCode, answered.headers['x-long']?.length]).toEqual([200, long.length]);
  server.close();
  server.closeAllConnections();
});

test('only configured hosts and loopback names are served, others with the token', async () => {
  const provider = await startProvider((_, response) => response.end('{}'));
  const open = await serve(provider.url);
  expect((await sendRaw(`${open.url}/v1/models`, 'GET', [])).status).toBe(200);
  const foreign = await sendRaw(`${open.url}/v1/models`, 'GET', [], undefined, 'evil.example');
  expect([foreign.status, foreign.bytes.toString()]).toEqual([
    403,
    expect.stringContaining('only requests to 127.0.0.1, ::1 and localhost, got'),
  ]);
  const local = await sendRaw(`${open.url}/v1/models`, 'GET', [], undefined, 'LOCALHOST');
  expect(local.status).toBe(200);
  const token = 'a-token-of-20-letters';
  const guarded = await serve(provider.url, { token });
  expect(guarded.url).toMatch(/\/t\/a-token-of-20-letters$/);
  expect((await fetch(`${guarded.url}/v1/models`)).status).toBe(200);
  const without = await fetch(`${new URL(guarded.url).origin}/v1/models`);
  expect([without.status, await without.text()]).toEqual([
    403,
    expect.stringContaining('without its token'),
  ]);
  await expect(serve(provider.url, { token: 'short' })).rejects.toThrow(
    /^token: expected at least 16/,
  );
  await expect(serve(provider.url, { host: '127.0.0.2' })).rejects.toThrow(
    /because 127\.0\.0\.2 is none of 127\.0\.0\.1, ::1 and localhost/,
  );
  expect(provider.requests.every(({ url }) => url === '/v1/models')).toBe(true);
});
