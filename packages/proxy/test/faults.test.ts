import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { RequestReport } from '../src/index.ts';
import { startProvider } from './provider.ts';
import { serve } from './serve.ts';

const BODY = JSON.stringify({
  stream: true,
  messages: [{ role: 'user', content: 'Hello.' }],
  tools: [{ name: 'bash', input_schema: { type: 'object' } }],
});

async function post(url: string, init: RequestInit = {}): Promise<Response> {
  return await fetch(`${url}/v1/messages`, {
    method: 'POST',
    headers: { 'x-api-key': 'sk-secret-key', authorization: 'Bearer sk-other-key' },
    body: BODY,
    ...init,
  });
}

test.each([429, 500, 503, 529])('a response %i passes as it is, and once', async (status) => {
  const provider = await startProvider((_, response) => {
    response.writeHead(status, { 'retry-after': '7', 'content-type': 'application/json' });
    response.end('{"error":{"message":"busy"}}');
  });
  const { url } = await serve(provider.url);
  const response = await post(url);
  expect([response.status, response.headers.get('retry-after')]).toEqual([status, '7']);
  expect(await response.text()).toBe('{"error":{"message":"busy"}}');
  expect(provider.requests).toHaveLength(1);
});

test('a provider that is not there is a 502 in the shape of an API error', async () => {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { readonly port: number };
  server.close();
  const { url } = await serve(`http://127.0.0.1:${port}`);
  const response = await post(url);
  expect(response.status).toBe(502);
  expect(await response.json()).toMatchObject({ type: 'error', error: { type: 'api_error' } });
});

test('a provider that hangs ends with a 502 after the time limit', async () => {
  const provider = await startProvider(() => {});
  const { url } = await serve(provider.url, { timeoutMs: 200 });
  const response = await post(url);
  expect([response.status, await response.text()]).toEqual([
    502,
    expect.stringContaining('sent nothing for 200 ms'),
  ]);
});

test('a stream that breaks breaks for the client after the same bytes', async () => {
  const start = 'event: ping\ndata: {"type":"ping"}\n\n';
  const provider = await startProvider(async (_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(start);
    await setTimeout(50);
    response.destroy();
  });
  const { url } = await serve(provider.url);
  const { body } = await post(url);
  let text = '';
  const reading = (async () => {
    for await (const chunk of body!.pipeThrough(new TextDecoderStream())) text += chunk;
  })();
  await expect(reading).rejects.toThrow(/terminated/);
  expect(text).toBe(start);
});

test('the first byte of a stream does not wait for the second', async () => {
  const provider = await startProvider(async (_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('event: ping\ndata: {"type":"ping"}\n\n');
    await setTimeout(20_000, undefined, { ref: false });
  });
  const { url } = await serve(provider.url);
  const { body } = await post(url);
  const { value } = await body!.getReader().read();
  expect(new TextDecoder().decode(value)).toContain('ping');
});

test('a client that goes away ends the request to the provider', async () => {
  let isClosed = false;
  const provider = await startProvider((_, response) => {
    response.on('close', () => (isClosed = true));
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('event: ping\ndata: {"type":"ping"}\n\n');
  });
  const reports: RequestReport[] = [];
  const { url } = await serve(provider.url, { onRequest: (report) => reports.push(report) });
  const disconnected = new AbortController();
  const { body } = await post(url, { signal: disconnected.signal });
  await body!.getReader().read();
  disconnected.abort();
  await expect.poll(() => isClosed && reports.length).toBe(1);
});

test('more requests than the limit get a 503', async () => {
  const provider = await startProvider(() => {});
  const { url } = await serve(provider.url, { maxRequests: 1 });
  const first = post(url);
  onTestFinished(() => void first.catch(() => {}));
  await expect.poll(() => provider.requests.length).toBe(1);
  expect((await post(url)).status).toBe(503);
});

test('a body of 50 MB passes', async () => {
  const provider = await startProvider((_, response) => response.end('{}'));
  const { url } = await serve(provider.url, { maxBodyBytes: 1_000_000 });
  const body = new Uint8Array(50_000_000).fill(32);
  expect((await post(url, { body })).status).toBe(200);
  expect(provider.requests[0]!.bytes).toHaveLength(body.length);
});

test('no report, error or message has a credential', async () => {
  const seen: unknown[] = [];
  const provider = await startProvider((_, response) => response.writeHead(401).end('{}'));
  const { url } = await serve(provider.url, {
    onRequest: (report) => seen.push(report),
    onError: (error) => seen.push(String(error)),
  });
  await (await post(url)).text();
  const broken = await serve('http://127.0.0.1:9');
  seen.push(await (await post(broken.url)).text());
  expect(seen).toHaveLength(2);
  expect(JSON.stringify(seen)).not.toMatch(/sk-/);
});
