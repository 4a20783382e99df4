import { createHash, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { OptionError } from '@palimpsest/core-types';
import { createProxyHandler, type ProxyHandler } from '../create-proxy-handler.ts';
import { errorResponse, type ProxyResponse } from '../http-messages.ts';
import type { ProxyOptions } from '../proxy-options.ts';
import { LOOPBACK } from './find-proxy.ts';
import { splitBySize } from './split-by-size.ts';
import { headerLines, MAX_HEADER_BYTES, openUpstream } from './upstream.ts';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import * as zlib from 'node:zlib';

/** Options of a proxy and its server. All are optional. */
export interface ServeOptions extends ProxyOptions {
  /** @default a free port */
  readonly port?: number;
  /** Address to listen on. Any other than a loopback address needs a `token`. @default '127.0.0.1' */
  readonly host?: string;
  /** At least 16 characters that clients write before the path of a request: `http://host:port/t/TOKEN`. */
  readonly token?: string;
  /** Maximum time in ms without a byte from a provider. @default 600,000 */
  readonly timeoutMs?: number;
  /**
   * Returns the base URL of a second proxy over the same stores, such as one in a worker thread. It answers requests of more than 256 KiB: other
   * clients do not wait while one of them is compressed. Called for each; this proxy answers it if there is none. @default none
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
  const isLoopback = LOOPBACK.has(host);
  const server = createServer({ maxHeaderSize: MAX_HEADER_BYTES }, (request, response) => {
    const target = readTarget(request, token, isLoopback);
    void answer(handle, target, request, response);
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

const MIN_TOKEN_LENGTH = 16;

function checkAddress(host: string, token: string | undefined): void {
  if (token !== undefined && !(token.length >= MIN_TOKEN_LENGTH && /^[\w.~-]+$/.test(token))) {
    // The token itself is not shown.
    const accepted = `at least ${MIN_TOKEN_LENGTH} of the characters A-Z, a-z, 0-9, -, _, . and ~`;
    throw new OptionError('token', undefined, accepted, { receivedDescription: 'another text' });
  }
  if (!LOOPBACK.has(host) && token === undefined) {
    throw new OptionError('token', token, `a token, because ${host} is not a loopback address`);
  }
}

/** Returns the path and query without the token; `undefined` for a request that is not allowed. */
function readTarget(
  { url = '/', headers }: IncomingMessage,
  token: string | undefined,
  isLoopback: boolean,
): string | undefined {
  if (token === undefined) {
    // A web page can make a browser send requests here under a name of its own.
    const isOwn = isLoopbackName(headers.host) && isLocalOrigin(headers.origin);
    return isLoopback && isOwn ? url : undefined;
  }
  const [, given = '', target = ''] = /^\/t\/([^/?]*)(.*)$/s.exec(url) ?? [];
  return isSame(given, token) ? target || '/' : undefined;
}

function isLoopbackName(host: string | undefined): boolean {
  return host === undefined || /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/i.test(host);
}

/** Returns whether no foreign web page sends a request. Programs send no origin, or one of their own. */
function isLocalOrigin(origin: string | undefined): boolean {
  if (origin === undefined) return true;
  const [, host] = /^https?:\/\/(.*)$/i.exec(origin) ?? [];
  return host === undefined ? origin !== 'null' : isLoopbackName(host);
}

/** Compares in a time that does not depend on the texts. */
function isSame(left: string, right: string): boolean {
  return timingSafeEqual(digestOf(left), digestOf(right));
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

async function answer(
  handle: ProxyHandler,
  target: string | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const disconnected = new AbortController();
  response.on('close', () => {
    if (!response.writableFinished) disconnected.abort();
  });
  try {
    const given =
      target === undefined
        ? errorResponse(403, 'The proxy does not serve this address without its token.')
        : await handle({
            method: request.method ?? 'GET',
            target,
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

type Decode = (bytes: Uint8Array, options: { readonly maxOutputLength: number }) => Promise<Buffer>;

/** Decoders by content encoding. Node.js knows zstd from 22.15 on. */
const DECODERS: Readonly<Record<string, Decode | undefined>> = {
  gzip: promisify(zlib.gunzip),
  deflate: promisify(zlib.inflate),
  br: promisify(zlib.brotliDecompress),
  zstd: typeof zlib.zstdDecompress === 'function' ? promisify(zlib.zstdDecompress) : undefined,
};

/** Decodes a request body; `undefined` for an unknown encoding, invalid data, or more than `limit` bytes. */
async function decodeBody(
  bytes: Uint8Array,
  encoding: string,
  limit: number,
): Promise<Uint8Array | undefined> {
  const decode = Object.hasOwn(DECODERS, encoding) ? DECODERS[encoding] : undefined;
  try {
    return await decode?.(bytes, { maxOutputLength: limit });
  } catch {
    // The provider says what is wrong with it.
    return undefined;
  }
}
