import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { HttpsProxyAgent } from 'https-proxy-agent';
import {
  endToEndHeaders,
  headerOf,
  withHeaders,
  type HeaderLines,
  type ProxyResponse,
  type Send,
  type UpstreamRequest,
} from '../http-messages.ts';
import { findCompanyProxy } from './find-company-proxy.ts';

/** Connections to providers. */
interface Upstream {
  readonly send: Send;
  close(): void;
}

/** Maximum size in bytes of the headers of a request or response: more than providers accept. The default of Node.js is less. */
export const MAX_HEADER_BYTES = 131_072;

/**
 * Opens connections with `node:http`: `fetch` would sort headers and decode responses. A company proxy that the environment names is asked for
 * tunnels, also to `http`, so that requests are the same with and without it.
 *
 * @param timeoutMs maximum time in ms without a byte from the provider
 */
export function openUpstream(timeoutMs: number): Upstream {
  const agents = new Map<string, HttpAgent>();
  const closing = new AbortController();
  const agentFor = (url: URL): HttpAgent => {
    const proxy = findCompanyProxy(url) ?? '';
    const key = /^https?:/.test(proxy) ? proxy : url.protocol;
    const agent = agents.get(key) ?? createAgent(key, closing.signal);
    agents.set(key, agent);
    return agent;
  };
  return {
    async send(request) {
      for (;;) {
        try {
          return await sendOnce(request, agentFor(request.url), timeoutMs);
        } catch (error) {
          // Each attempt takes a connection out of the agent, and a new one is never stale.
          if (!(error instanceof StaleConnection)) throw error;
        }
      }
    },
    close() {
      for (const agent of agents.values()) agent.destroy();
      closing.abort();
    },
  };
}

/**
 * @param key `http:`, `https:` or the URL of a proxy
 * @param signal ends also the connections on which a proxy has not answered yet
 */
function createAgent(key: string, signal: AbortSignal): HttpAgent {
  if (key === 'http:') return new HttpAgent({ keepAlive: true });
  if (key === 'https:') return new HttpsAgent({ keepAlive: true });
  return new HttpsProxyAgent(key, { keepAlive: true, signal });
}

/** The provider had closed the connection, which an earlier request left open, before it read this request. */
class StaleConnection extends Error {}

const CLOSED: ReadonlySet<unknown> = new Set(['ECONNRESET', 'EPIPE']);

/** @throws {StaleConnection} if the request can be sent again: not a byte of a response arrived, and its body is still there */
async function sendOnce(
  { method, url, headers, body, signal }: UpstreamRequest,
  agent: HttpAgent,
  timeoutMs: number,
): Promise<ProxyResponse> {
  signal.throwIfAborted();
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, {
      method,
      agent,
      headers: rawHeaders(headers, url, body),
      timeout: timeoutMs,
      maxHeaderSize: MAX_HEADER_BYTES,
    });
    // A request without a socket, for which a proxy has yet to open a tunnel, has no timeout and no event `error`.
    const fail = (reason: string): void => {
      const error = new Error(reason);
      reject(error);
      sent.destroy(error);
    };
    const expire = (): void => fail(`the provider sent nothing for ${timeoutMs} ms`);
    const opening = setTimeout(expire, timeoutMs).unref();
    const abort = (): void => fail('the client is gone');
    signal.addEventListener('abort', abort);
    sent.on('proxyConnect', ({ statusCode }: { readonly statusCode: number }) => {
      if (statusCode !== 200) fail(`the company proxy answered ${statusCode}`);
    });
    let readBefore = 0;
    sent.on('socket', (socket) => {
      clearTimeout(opening);
      readBefore = socket.bytesRead;
    });
    sent.on('response', resolve);
    sent.on('error', (error: NodeJS.ErrnoException) => {
      const isStale = sent.reusedSocket && CLOSED.has(error.code) && !signal.aborted;
      const isUnanswered = sent.socket?.bytesRead === readBefore;
      const canRepeat = body === undefined || body instanceof Uint8Array;
      reject(isStale && isUnanswered && canRepeat ? new StaleConnection() : error);
    });
    sent.on('close', () => signal.removeEventListener('abort', abort));
    sent.on('timeout', expire);
    if (body === undefined) sent.end();
    else if (body instanceof Uint8Array) sent.end(body);
    else pipeline(Readable.from(body, { objectMode: false }), sent).then(undefined, reject);
  });
  return {
    status: response.statusCode ?? 502,
    statusText: response.statusMessage ?? '',
    headers: endToEndHeaders(headerLines(response.rawHeaders)),
    body: response,
  };
}

/** Returns the header lines of a raw list, in which names and values alternate. */
export function headerLines(raw: readonly string[]): HeaderLines {
  return Array.from({ length: raw.length / 2 }, (_, at) => [raw[2 * at]!, raw[2 * at + 1]!]);
}

/** Returns a raw list of headers, with the host of the provider in the place of the proxy's; first if there was none. */
function rawHeaders(headers: HeaderLines, url: URL, body: UpstreamRequest['body']): string[] {
  const hasHost = headerOf(headers, 'host') !== undefined;
  const lines = hasHost
    ? withHeaders(headers, { host: url.host }).flat()
    : ['Host', url.host, ...headers.flat()];
  if (body === undefined || headerOf(headers, 'content-length') !== undefined) return lines;
  return body instanceof Uint8Array
    ? [...lines, 'Content-Length', String(body.length)]
    : [...lines, 'Transfer-Encoding', 'chunked'];
}
