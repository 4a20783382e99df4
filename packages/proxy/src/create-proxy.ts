import { createProxyHandler } from './create-proxy-handler.ts';
import {
  withHeaders,
  type HeaderLines,
  type ProxyResponse,
  type UpstreamRequest,
} from './http-messages.ts';
import type { ProxyOptions } from './proxy-options.ts';
import { oneChunk, readBody, type Chunks } from './body.ts';

export interface WebProxyOptions extends ProxyOptions {
  /** Sends the requests. @default the global `fetch` */
  readonly fetch?: typeof fetch;
}

/** A proxy over web requests and responses. */
export interface WebProxy {
  /** Answers a request to any base URL: only its path, headers and body count. */
  readonly handle: (request: Request) => Promise<Response>;
}

/**
 * Creates a proxy that keeps the requests of agents inside the context window, for any server of web requests. `fetch` decodes responses, so
 * that the client gets them without compression.
 *
 * @throws {OptionError} for an invalid option; {SettingError} for an invalid setting
 */
export function createProxy(options: WebProxyOptions = {}): WebProxy {
  const { fetch: given, ...others } = options;
  const answer = createProxyHandler(others, {
    optionNames: ['fetch'],
    decode: decodeBody,
    send: async (request) => await sendByFetch(given ?? globalThis.fetch, request),
  });
  return {
    async handle(request) {
      const { pathname, search } = new URL(request.url);
      const {
        status,
        statusText = '',
        headers,
        body,
      } = await answer({
        method: request.method,
        target: pathname + search,
        headers: [...request.headers],
        body: request.body ?? undefined,
        signal: request.signal,
      });
      const lines = headers.map(([name, value]): [string, string] => [name, value]);
      const isEmpty = status === 204 || status === 304;
      return new Response(isEmpty ? null : streamOf(body), { status, statusText, headers: lines });
    },
  };
}

async function sendByFetch(
  send: typeof fetch,
  { method, url, headers, body, signal }: UpstreamRequest,
): Promise<ProxyResponse> {
  const lines = withHeaders(headers, { host: undefined, 'content-length': undefined });
  const response = await send(url, {
    method,
    headers: lines.map(([name, value]): [string, string] => [name, value]),
    signal,
    redirect: 'manual',
    ...(body === undefined
      ? {}
      : body instanceof Uint8Array
        ? { body: body as Uint8Array<ArrayBuffer> }
        : { body: streamOf(body), duplex: 'half' }),
  });
  const given: HeaderLines = [...response.headers];
  const isEncoded = response.headers.has('content-encoding');
  return {
    status: response.status,
    statusText: response.statusText,
    headers: isEncoded
      ? withHeaders(given, { 'content-encoding': undefined, 'content-length': undefined })
      : given,
    body: response.body ?? oneChunk(new Uint8Array()),
  };
}

async function decodeBody(
  bytes: Uint8Array,
  encoding: string,
  limit: number,
): Promise<Uint8Array | undefined> {
  if (encoding !== 'gzip' && encoding !== 'deflate') return undefined;
  const stream = new Blob([bytes as Uint8Array<ArrayBuffer>])
    .stream()
    .pipeThrough(new DecompressionStream(encoding));
  try {
    const read = await readBody(stream, limit);
    return read instanceof Uint8Array ? read : undefined;
  } catch {
    // The provider says what is wrong with it.
    return undefined;
  }
}

function streamOf(chunks: Chunks): ReadableStream<Uint8Array<ArrayBuffer>> {
  const source = chunks[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const next = await source.next();
      if (next.done === true) controller.close();
      else controller.enqueue(next.value as Uint8Array<ArrayBuffer>);
    },
    async cancel() {
      await source.return?.();
    },
  });
}
