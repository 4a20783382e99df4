import { bytesOf, oneChunk, type Chunks } from './body.ts';

/** Header lines in the order and spelling of the message. A name may repeat. */
export type HeaderLines = readonly (readonly [name: string, value: string])[];

/** A request as the proxy receives it. */
export interface ProxyRequest {
  readonly method: string;
  /** Path and query, beginning with `/`. */
  readonly target: string;
  readonly headers: HeaderLines;
  /** Absent for a request without a body. */
  readonly body?: Chunks | undefined;
  /** Aborted when the client is gone. */
  readonly signal: AbortSignal;
}

/** A request to a provider. */
export interface UpstreamRequest {
  readonly method: string;
  readonly url: URL;
  /** Without hop-by-hop headers. `host` is still the proxy's; `send` replaces it. */
  readonly headers: HeaderLines;
  readonly body?: Uint8Array | Chunks | undefined;
  readonly signal: AbortSignal;
}

export interface ProxyResponse {
  readonly status: number;
  readonly statusText?: string;
  readonly headers: HeaderLines;
  readonly body: Chunks;
}

/** Sends a request to a provider. Never decodes the body of the response. Rejects if there is no response. */
export type Send = (request: UpstreamRequest) => Promise<ProxyResponse>;

/** Headers of one connection, which no proxy passes on (RFC 9110, section 7.6.1). */
const HOP_BY_HOP: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Returns the header lines that are passed on, in order. */
export function endToEndHeaders(headers: HeaderLines): HeaderLines {
  const named = headers
    .filter(([name]) => name.toLowerCase() === 'connection')
    .flatMap(([, value]) => value.split(','))
    .map((name) => name.trim().toLowerCase());
  const dropped = new Set([...HOP_BY_HOP, ...named]);
  return headers.filter(([name]) => !dropped.has(name.toLowerCase()));
}

/** Returns the first value of a header. */
export function headerOf(headers: HeaderLines, name: string): string | undefined {
  return headers.find(([other]) => other.toLowerCase() === name)?.[1];
}

/** Returns the headers with other values, each at its old place. `undefined` removes a header; a new one comes last. */
export function withHeaders(
  headers: HeaderLines,
  changes: Readonly<Record<string, string | undefined>>,
): HeaderLines {
  const kept = headers.flatMap(([name, value]): HeaderLines => {
    const key = name.toLowerCase();
    if (!Object.hasOwn(changes, key)) return [[name, value]];
    const changed = changes[key];
    return changed === undefined ? [] : [[name, changed]];
  });
  const added = Object.entries(changes).flatMap(([name, value]): HeaderLines => {
    const isNew = value !== undefined && headerOf(headers, name) === undefined;
    return isNew ? [[name, value]] : [];
  });
  return [...kept, ...added];
}

/**
 * Returns an error response of the proxy itself. Its shape has the members that clients of all supported APIs read.
 *
 * @param status 5xx lets agents try again, as they would without the proxy
 */
export function errorResponse(status: number, message: string): ProxyResponse {
  const error = { type: 'api_error', code: status, status: 'PROXY_ERROR', message };
  const bytes = bytesOf({ type: 'error', error });
  const headers: HeaderLines = [
    ['content-type', 'application/json'],
    ['content-length', String(bytes.length)],
  ];
  return { status, headers, body: oneChunk(bytes) };
}
