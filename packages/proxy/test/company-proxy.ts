import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** What a company's proxy sees. */
interface CompanyProxy {
  readonly url: string;
  /** Requests that it could read, with their headers. */
  readonly requests: readonly string[];
  /** Hosts and ports of its tunnels. */
  readonly tunnels: readonly string[];
  /** The first bytes of each tunnel. */
  readonly beginnings: readonly Buffer[];
}

/**
 * Starts a proxy on loopback for one test, which records.
 *
 * @param provider where its tunnels end, whatever host they are for; or that it refuses them, or never answers
 */
export async function startCompanyProxy(
  provider: URL | 'refuses' | 'hangs',
): Promise<CompanyProxy> {
  const requests: string[] = [];
  const tunnels: string[] = [];
  const beginnings: Buffer[] = [];
  const sockets = new Set<Socket>();
  const server = createServer(({ method, url, rawHeaders }, response) => {
    requests.push([method, url, ...rawHeaders].join(' '));
    response.writeHead(502).end();
  });
  server.on('connection', (socket: Socket) => void sockets.add(socket));
  server.on('connect', ({ url = '' }, socket: Socket) => {
    tunnels.push(url);
    socket.on('error', () => {});
    if (provider === 'hangs') return;
    if (provider === 'refuses') {
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n');
      return;
    }
    socket.once('data', (bytes: Buffer) => beginnings.push(bytes));
    const { hostname, port } = provider;
    const out = connect(Number(port), hostname, () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      socket.pipe(out).pipe(socket);
    });
    out.on('error', () => socket.destroy());
    sockets.add(out);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.close();
    for (const socket of sockets) socket.destroy();
    await once(server, 'close');
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, requests, tunnels, beginnings };
}
