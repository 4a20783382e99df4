import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface Asked {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Starts a server in place of a provider, for one test. */
export async function modelServer(
  answer: (response: ServerResponse, asked: Asked) => void,
): Promise<{ readonly url: string; readonly requests: readonly Asked[] }> {
  const requests: Asked[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { url = '', headers } = request;
      const asked = { path: url, headers, body: Buffer.concat(chunks).toString() };
      requests.push(asked);
      answer(response, asked);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, requests };
}

export const SUMMARY = 'The user wants passing tests; twelve files were read, none changed.';

/** Streams a summary in the protocol of the requested provider. */
export function say(response: ServerResponse, { path }: Asked, text = SUMMARY): void {
  const summary = `<state_snapshot>\n${text}\n</state_snapshot>`;
  response.setHeader('content-type', 'text/event-stream');
  for (const event of eventsOf(path, summary)) response.write(`data: ${JSON.stringify(event)}\n\n`);
  response.end();
}

function eventsOf(path: string, text: string): readonly object[] {
  if (path.includes('/messages')) {
    const usage = { input_tokens: 9, output_tokens: 4 };
    return [
      { type: 'message_start', message: { model: 'm-1', content: [], usage } },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage },
      { type: 'message_stop' },
    ];
  }
  if (path.includes('streamGenerateContent')) {
    return [{ candidates: [{ content: { parts: [{ text }] }, finishReason: 'STOP' }] }];
  }
  return [{ choices: [{ delta: { content: text }, finish_reason: 'stop' }] }];
}

export function refuse(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ error: { message, type: 'authentication_error' } }));
}
