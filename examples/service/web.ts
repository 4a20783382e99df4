import { AISDKError } from 'ai';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import * as v from 'valibot';
import { createChat, type Turn } from './chat.ts';
import { readConfig } from './config.ts';
import { createMetrics } from './metrics.ts';
import { openRedis } from './redis.ts';
import { sendJson, serve } from './serve.ts';

const MAX_BODY_BYTES = 64 * 1_024;
const MAX_TEXT = 8_000;

const Id = v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/, 'expected 1 to 64 letters, digits, _ or -'));
const Message = v.strictObject(
  {
    text: v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(MAX_TEXT)),
    id: v.optional(Id),
  },
  'expected {"text": …}, and optionally "id"',
);

/** A request that is answered with a status and the reason. */
class Refusal extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

// A web process. Any of them answers any message of any session.
const config = readConfig();
const metrics = createMetrics(config.INSTANCE);
const { client, isReady } = openRedis(config.REDIS_URL);
const chat = createChat(config, client, metrics);

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const startedAt = performance.now();
  const gone = new AbortController();
  response.on('close', () => gone.abort());
  response.setHeader('x-served-by', config.INSTANCE);
  try {
    sendJson(response, 200, await respond(request, gone.signal));
  } catch (error) {
    const { status, message } = await describe(error);
    // Without the message of an error: it may quote the conversation.
    if (status >= 500 && !gone.signal.aborted)
      console.error(config.INSTANCE, status, nameOf(error));
    sendJson(response, status, { error: message });
  }
  metrics.requests.record((performance.now() - startedAt) / 1_000, {
    'http.request.method': request.method ?? '',
    'http.response.status_code': response.statusCode,
  });
}

async function respond(request: IncomingMessage, signal: AbortSignal): Promise<object> {
  const [, session] = /^\/sessions\/([^/?]*)\/messages$/.exec(request.url ?? '') ?? [];
  if (session === undefined) throw new Refusal(404, 'No such path.');
  checked(Id, session, 'The session id is invalid');
  if (request.method === 'GET') return { turns: await chat.read(session) };
  if (request.method !== 'POST') throw new Refusal(405, 'Use GET or POST.');
  const { id = randomUUID(), text } = checked(Message, await readBody(request), 'Invalid body');
  const turn = await chat.answer(session, id, text, signal);
  return { id, text: textOf(turn) };
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    // The rest is read, not kept: a server that stops reading cannot say why.
    if (bytes <= MAX_BODY_BYTES) chunks.push(chunk);
  }
  if (bytes > MAX_BODY_BYTES) throw new Refusal(413, `The body has over ${MAX_BODY_BYTES} bytes.`);
  try {
    return JSON.parse(Buffer.concat(chunks).toString()) as unknown;
  } catch {
    throw new Refusal(400, 'The body is not JSON.');
  }
}

function checked<Schema extends v.GenericSchema>(schema: Schema, value: unknown, what: string) {
  const { success, output, issues } = v.safeParse(schema, value);
  if (success) return output;
  const [issue] = issues;
  const path = v.getDotPath(issue);
  throw new Refusal(400, `${what}: ${path === null ? '' : `${path}: `}${issue.message}`);
}

/** Returns the text of the newest message. */
function textOf({ messages }: Turn): string {
  const content = messages.at(-1)?.content ?? '';
  if (typeof content === 'string') return content;
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('');
}

async function describe(error: unknown): Promise<{ status: number; message: string }> {
  if (error instanceof Refusal) return error;
  if (!(await isReady())) return { status: 503, message: 'Redis does not answer. Try again.' };
  if (AISDKError.isInstance(error)) return { status: 502, message: 'The model failed. Try again.' };
  return { status: 500, message: 'Failed. Repeat the request with the same id.' };
}

function nameOf(error: unknown): string {
  const { name, code = '' } = error as Error & { code?: unknown };
  return `${name} ${String(code)}`;
}

await serve(config, {
  metrics,
  isReady,
  handle,
  async close() {
    await chat.close();
    client.destroy();
  },
});
