import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { serve } from './serve.ts';

const OK = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}';

/** Starts a provider that does something with each request, by the number of its connection and its own number there, from 1 on. */
async function startSockets(
  onRequest: (socket: Socket, connection: number, request: number) => void,
): Promise<{ readonly url: string; readonly seen: string[] }> {
  const seen: string[] = [];
  let connections = 0;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    connections += 1;
    const connection = connections;
    let requests = 0;
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('data', () => {
      requests += 1;
      seen.push(`${connection}.${requests}`);
      onRequest(socket, connection, requests);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

async function post(url: string): Promise<number> {
  const response = await fetch(`${url}/v1/messages`, { method: 'POST', body: '{}' });
  await response.text();
  return response.status;
}

test('a request on a connection that the provider has closed goes out on another one', async () => {
  const { url, seen } = await startSockets((socket, connection, request) => {
    if (connection === 1 && request === 2) socket.resetAndDestroy();
    else socket.write(OK);
  });
  const proxy = await serve(url);
  expect([await post(proxy.url), await post(proxy.url)]).toEqual([200, 200]);
  expect(seen).toEqual(['1.1', '1.2', '2.1']);
});

test('a request whose response has begun is never sent again', async () => {
  const { url, seen } = await startSockets((socket, _, request) => {
    if (request === 1) socket.write(OK);
    else socket.write('HTTP/1.1 200', () => void setTimeout(() => socket.resetAndDestroy(), 50));
  });
  const proxy = await serve(url);
  expect([await post(proxy.url), await post(proxy.url)]).toEqual([200, 502]);
  expect(seen).toEqual(['1.1', '1.2']);
});

test('a provider that closes each new connection is asked once', async () => {
  const { url, seen } = await startSockets((socket) => void socket.resetAndDestroy());
  const proxy = await serve(url);
  expect(await post(proxy.url)).toBe(502);
  expect(seen).toEqual(['1.1']);
});
