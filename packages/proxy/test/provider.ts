import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import {
  apiOfPath,
  writeAnswer,
  type Answer,
  type ApiName,
} from '../../../tools/hosts/scripted-apis.ts';

/** A request as a provider received it. */
export interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly rawHeaders: readonly string[];
  readonly bytes: Buffer;
}

interface Provider {
  readonly url: string;
  readonly requests: readonly Received[];
}

type Respond = (request: Received, response: ServerResponse) => unknown;

/** Starts a provider on loopback for one test. */
export async function startProvider(respond: Respond): Promise<Provider> {
  const requests: Received[] = [];
  const server = createServer((request, response) => {
    void receive(request).then((received) => {
      requests.push(received);
      return respond(received, response);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

async function receive(request: IncomingMessage): Promise<Received> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { method = '', url = '', headers, rawHeaders } = request;
  return { method, url, headers, rawHeaders, bytes: Buffer.concat(chunks) };
}

export type Body = Readonly<Record<string, unknown>>;

export function bodyOf({ bytes }: Pick<Received, 'bytes'>): Body {
  return JSON.parse(bytes.toString()) as Body;
}

/** Returns the messages of a request body of any API. */
export function messagesOf(received: Pick<Received, 'bytes'>): readonly Body[] {
  const { messages, contents, input } = bodyOf(received);
  return (messages ?? contents ?? input) as readonly Body[];
}

/** Starts a model that gives the answers of a script in order. */
export async function startModel(
  answerFor: (request: Received, at: number) => Answer,
): Promise<Provider> {
  let at = 0;
  return await startProvider((request, response) => {
    const answer = answerFor(request, at);
    at += 1;
    respondWith(answer, request, response);
  });
}

/** Number of answers, over all tests of a file. */
let answered = 0;

/** Answers as the API of the request does. */
export function respondWith(
  answer: Answer,
  request: Received,
  response: ServerResponse,
  promptTokens = Math.ceil(request.bytes.length / 4),
): void {
  const api = apiOfPath(request.url)!;
  answered += 1;
  const { type, parts } = writeAnswer(api, answer, {
    number: answered,
    isStream: wantsStream(api, request),
    promptTokens,
  });
  response.writeHead(200, { 'content-type': type });
  for (const part of parts) response.write(part);
  response.end();
}

function wantsStream(api: ApiName, request: Received): boolean {
  return api === 'gemini'
    ? request.url.includes('streamGenerateContent')
    : bodyOf(request)['stream'] === true;
}
