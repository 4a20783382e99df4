import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished, vi } from 'vitest';

export interface Recorded {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Record<string, unknown>;
  /** Milliseconds of a monotonic clock. */
  readonly at: number;
}

/** Handles a request; `count` is 1 for the first. */
export type Handler = (response: ServerResponse, count: number, request: Recorded) => unknown;

export interface Stub {
  readonly url: string;
  readonly requests: readonly Recorded[];
  /** Number of connections that closed before their response ended. */
  readonly closed: () => number;
}

/** Rejections that nobody handled, while a test with a stub runs. */
const unhandled: unknown[] = [];
const note = (reason: unknown): void => void unhandled.push(reason);

/**
 * Starts a server on the loopback address for one test. When the test ends, checks that no socket is open and that no rejection was unhandled,
 * and closes the server.
 */
export async function stub(handler: Handler): Promise<Stub> {
  const requests: Recorded[] = [];
  let closed = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    response.on('close', () => {
      if (!response.writableFinished) closed += 1;
    });
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { url = '', headers } = request;
      const body = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>;
      const recorded = { path: url, headers, body, at: performance.now() };
      requests.push(recorded);
      response.setHeader('connection', 'close');
      void handler(response, requests.length, recorded);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const count = (): Promise<number> =>
    new Promise((resolve) => server.getConnections((_error, open) => resolve(open)));
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  process.on('unhandledRejection', note);
  onTestFinished(async () => {
    try {
      await vi.waitFor(async () => {
        if ((await count()) > 0) throw new Error('A socket is still open.');
      });
      const [reason] = unhandled.splice(0);
      if (reason !== undefined) throw new Error('Nobody handled a rejection.', { cause: reason });
    } finally {
      process.off('unhandledRejection', note);
      await close();
    }
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, requests, closed: () => closed };
}

/** Returns a URL at which no server listens. */
export async function deadUrl(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}

/** Formats one event of a stream. */
export function event(data: unknown, name?: string): string {
  const text = typeof data === 'string' ? data : JSON.stringify(data);
  return `${name === undefined ? '' : `event: ${name}\n`}data: ${text}\n\n`;
}

export function startStream(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
}

/** Sends a whole stream. */
export function stream(response: ServerResponse, events: readonly string[]): void {
  startStream(response);
  response.end(events.join(''));
}

export function json(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

/** Sends each piece as a separate packet, then breaks the connection. */
export async function breakAfter(
  response: ServerResponse,
  pieces: readonly string[],
): Promise<void> {
  startStream(response);
  for (const piece of pieces) {
    await new Promise<void>((resolve) => response.write(piece, () => resolve()));
  }
  // The pieces are still in transit; breaking the connection at once would discard them.
  await new Promise((resolve) => setTimeout(resolve, 30));
  response.destroy();
}
