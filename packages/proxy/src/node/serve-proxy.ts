import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createProxyHandler, type ProxyHandler } from '../create-proxy-handler.ts';
import { errorResponse, type ProxyResponse } from '../http-messages.ts';
import type { ProxyOptions } from '../proxy-options.ts';
import { checkAddress, readTarget, type Target } from './access.ts';
import { decodeBody } from './decode-body.ts';
import { splitBySize } from './split-by-size.ts';
import { headerLines, MAX_HEADER_BYTES, openUpstream } from './upstream.ts';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Options of a proxy and its server. All are optional. */
export interface ServeOptions extends ProxyOptions {
  /** @default a free port */
  readonly port?: number;
  /** Address to listen on. Any other than 127.0.0.1, ::1 and localhost needs a `token`. @default '127.0.0.1' */
  readonly host?: string;
  /** At least 16 characters that clients write before the path of a request: `http://host:port/t/TOKEN`. */
  readonly token?: string;
  /** Maximum time in ms without a byte from a provider. @default 600,000 */
  readonly timeoutMs?: number;
  /**
   * Returns the base URL of a second proxy over the same stores, such as one in a worker thread, so that other clients do not wait while a
   * large request is compressed. Called for each request of more than 256 KiB. If it returns `undefined`, this proxy answers. @default none
   */
  readonly forLarge?: () => Promise<string | undefined>;
}

/** A running proxy. */
export interface RunningProxy {
  /** Base URL for clients, with the token if there is one. */
  readonly url: string;
  /** Ends all connections. */
  close(): Promise<void>;
}

/**
 * Starts a proxy.
 *
 * @throws {OptionError} for an invalid option, and for another address than loopback without a token; {SettingError} for an invalid
 * setting; the error of the system if it cannot listen
 */
export async function serveProxy(options: ServeOptions = {}): Promise<RunningProxy> {
  const { port = 0, host = '127.0.0.1', token, timeoutMs = 600_000, forLarge, ...others } = options;
  checkAddress(host, token);
  const upstream = openUpstream(timeoutMs);
  const own = createProxyHandler(others, {
    send: upstream.send,
    decode: decodeBody,
    optionNames: ['port', 'host', 'token', 'timeoutMs', 'forLarge'],
  });
  const handle = forLarge ? splitBySize(own, forLarge, upstream.send) : own;
  const server = createServer({ maxHeaderSize: MAX_HEADER_BYTES }, (request, response) => {
    void answer(handle, readTarget(request, token), request, response);
  });
  // Agents that try a websocket go on with HTTP after this answer.
  server.on('upgrade', (_request, socket) => {
    // The client may be gone.
    socket.on('error', () => {});
    socket.end('HTTP/1.1 426 Upgrade Required\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
  });
  server.listen(port, host);
  await once(server, 'listening');
  const { port: bound } = server.address() as AddressInfo;
  const name = host.includes(':') ? `[${host}]` : host;
  return {
    url: `http://${name}:${bound}${token === undefined ? '' : `/t/${token}`}`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      upstream.close();
      await closed;
    },
  };
}

async function answer(
  handle: ProxyHandler,
  target: Target,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const disconnected = new AbortController();
  response.on('close', () => {
    if (!response.writableFinished) disconnected.abort();
  });
  try {
    const given =
      'refusal' in target
        ? errorResponse(403, target.refusal)
        : await handle({
            method: request.method ?? 'GET',
            target: target.path,
            headers: headerLines(request.rawHeaders),
            body: hasBody(request) ? request : undefined,
            signal: disconnected.signal,
          });
    await write(given, response);
  } catch {
    // The client sees what it would see of the provider: a connection that breaks.
    response.destroy();
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  const { 'content-length': length = '0', 'transfer-encoding': coding } = headers;
  return coding !== undefined || length !== '0';
}

async function write(
  { status, statusText, headers, body }: ProxyResponse,
  response: ServerResponse,
): Promise<void> {
  response.writeHead(
    status,
    statusText,
    headers.flatMap((line) => [...line]),
  );
  response.flushHeaders();
  await pipeline(Readable.from(body, { objectMode: false }), response);
}
