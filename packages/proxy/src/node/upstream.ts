import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  endToEndHeaders,
  headerOf,
  withHeaders,
  type HeaderLines,
  type ProxyResponse,
  type Send,
  type UpstreamRequest,
} from '../exchange.ts';

/** Connections to providers. */
interface Upstream {
  readonly send: Send;
  close(): void;
}

/**
 * Opens connections with `node:http`: `fetch` would sort headers and decode responses.
 *
 * @param timeoutMs maximum time in ms without a byte from the provider
 */
export function openUpstream(timeoutMs: number): Upstream {
  const agents = {
    'http:': new HttpAgent({ keepAlive: true }),
    'https:': new HttpsAgent({ keepAlive: true }),
  };
  return {
    send: (request) => sendOnce(request, agents, timeoutMs),
    close() {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

async function sendOnce(
  { method, url, headers, body, signal }: UpstreamRequest,
  agents: Readonly<Record<'http:' | 'https:', HttpAgent>>,
  timeoutMs: number,
): Promise<ProxyResponse> {
  signal.throwIfAborted();
  const isSecure = url.protocol === 'https:';
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = (isSecure ? httpsRequest : httpRequest)(url, {
      method,
      agent: agents[isSecure ? 'https:' : 'http:'],
      headers: rawHeaders(headers, url, body),
      timeout: timeoutMs,
    });
    const abort = (): void => void sent.destroy(new Error('the client is gone'));
    signal.addEventListener('abort', abort);
    sent.on('response', resolve);
    sent.on('error', reject);
    sent.on('close', () => signal.removeEventListener('abort', abort));
    sent.on('timeout', () => {
      sent.destroy(new Error(`the provider sent nothing for ${timeoutMs} ms`));
    });
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
