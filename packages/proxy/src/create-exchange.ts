import { hasTools } from './apis/api.ts';
import { answerCompaction, asksForCompaction, openCompactions } from './codex-compaction.ts';
import { converse } from './converse.ts';
import {
  endToEndHeaders,
  errorResponse,
  headerOf,
  type ProxyRequest,
  type ProxyResponse,
  type Send,
} from './exchange.ts';
import {
  checkOptions,
  type ProxyOptions,
  type RequestReport,
  type SentMessages,
} from './proxy-options.ts';
import { onEnd, readBody } from './body.ts';
import { createBodyWriter } from './body-writer.ts';
import { orNothing, planCount, readRequest, type SessionRequest } from './request-plan.ts';
import { createRoutes, findApi, type ApiRequest } from './routes.ts';
import { headersFor, type Line } from './send-plan.ts';
import { nameSession } from './session-id.ts';
import { createSessions } from './sessions.ts';

/** What a proxy needs from the platform that it runs on. */
interface ProxyPlatform {
  /** Names of the options that it has in addition to those of every proxy. */
  readonly optionNames: readonly string[];
  readonly send: Send;
  /** Decodes a body; `undefined` for an unknown encoding, invalid data, or more than `limit` bytes. */
  readonly decode: (
    bytes: Uint8Array,
    encoding: string,
    limit: number,
  ) => Promise<Uint8Array | undefined>;
}

/** Answers one request. Rejects only when the client is gone. */
export type Exchange = (request: ProxyRequest) => Promise<ProxyResponse>;

const MEBIBYTE = 1_048_576;

/** @throws {OptionError} for an invalid option; {SettingError} for an invalid setting */
export function createExchange(
  options: ProxyOptions,
  { send, decode, optionNames }: ProxyPlatform,
): Exchange {
  checkOptions(options, optionNames);
  const {
    tools: offered = ['recall'],
    maxBodyBytes = 64 * MEBIBYTE,
    maxRequests = 512,
    maxSessions = 128,
  } = options;
  const toolNames = [...new Set(offered)];
  // An error of a callback must not reach the client.
  const onError = (error: unknown): void => attempt(() => options.onError?.(error));
  const onRequest = (report: RequestReport): void => attempt(() => options.onRequest?.(report));
  const onMessages = (messages: SentMessages): void =>
    attempt(() => options.onMessages?.(messages));
  const findRoute = createRoutes(options.upstreams);
  const sessions = createSessions(options, maxSessions, onError);
  let running = 0;

  /** Returns the request as a part of its session; `undefined` if it passes unchanged. */
  async function findSession(
    { api, asks }: ApiRequest,
    request: ProxyRequest,
    upstream: string,
    bytes: Uint8Array,
  ): Promise<SessionRequest | undefined> {
    const { headers, target } = request;
    const encoding = headerOf(headers, 'content-encoding')?.toLowerCase() ?? 'identity';
    const plain = encoding === 'identity' ? bytes : await decode(bytes, encoding, maxBodyBytes);
    const text = plain && new TextDecoder().decode(plain);
    const read = text === undefined ? undefined : readRequest(text, api);
    const { body, originals = [] } = read ? openCompactions(read) : {};
    // Without tools it is a title, a summary or another question of its own.
    if (text === undefined || read === undefined || body === undefined) return undefined;
    if (body.messages.length === 0 || !hasTools(body)) return undefined;
    const { session: id, conversation } = nameSession(request, upstream, body.messages);
    const session = asks === 'count' ? sessions.known(id) : sessions.get(id);
    if (session === undefined) return undefined;
    const tools = toolNames
      .filter((name) => name !== 'describe_tool')
      .map((name) => session.adapter.tools[name]);
    const shortensTools = toolNames.includes('describe_tool');
    const isOpened = body !== read;
    const toBytes = createBodyWriter(text, read.value);
    return {
      api,
      body,
      toBytes,
      isOpened,
      originals,
      session,
      conversation,
      target,
      tools,
      shortensTools,
    };
  }

  async function answer(request: ProxyRequest): Promise<ProxyResponse> {
    const { method, target, body, signal } = request;
    const route = findRoute(target, request.headers);
    if (route === undefined) return errorResponse(404, 'No upstream is configured for this path.');
    const { url, upstream } = route;
    const headers = endToEndHeaders(request.headers);
    const asked = findApi(method, target);
    if (asked === undefined || body === undefined) {
      return await send({ method, url, headers, body, signal });
    }
    const read = await readBody(body, maxBodyBytes);
    if (!(read instanceof Uint8Array)) {
      return await send({ method, url, headers, body: read, signal });
    }
    const line: Line = {
      bytes: read,
      headers,
      signal,
      send: (sent, lines) => send({ method, url, headers: lines, body: sent, signal }),
    };
    const attemptTo = async <Value>(work: () => Promise<Value>): Promise<Value | undefined> =>
      await orNothing(work, signal, onError);
    const found = await attemptTo(() => findSession(asked, request, upstream, read));
    if (found === undefined) return await line.send(read, headers);
    if (asksForCompaction(found.body) && !found.session.isOff()) {
      const compacted = await attemptTo(() => answerCompaction(found, signal));
      if (compacted !== undefined) return compacted;
    }
    const own = found.isOpened ? withBody(line, found.toBytes(found.body.value)) : line;
    if (asked.asks === 'response') return await converse(found, own, onRequest, onMessages);
    const count = found.session.isOff() ? undefined : await attemptTo(() => planCount(found));
    const counted = count === undefined ? own : withBody(line, count);
    return await counted.send(counted.bytes, counted.headers);
  }

  return async (request) => {
    if (running >= maxRequests) {
      return errorResponse(503, `The proxy handles ${maxRequests} requests at once. Try again.`);
    }
    running += 1;
    const end = (): void => void (running -= 1);
    try {
      const response = await answer(request);
      return { ...response, body: onEnd(response.body, request.signal, end) };
    } catch (error) {
      end();
      request.signal.throwIfAborted();
      return notSent(error);
    }
  };
}

function withBody(line: Line, bytes: Uint8Array): Line {
  return { ...line, bytes, headers: headersFor(bytes, line.headers) };
}

function attempt(call: () => void): void {
  try {
    call();
  } catch {
    // The caller's own error.
  }
}

/** Returns the response to a request that got none. It has the code of a system error or its message, and never a URL or a header. */
function notSent(error: unknown): ProxyResponse {
  const { code, message } = Object(error) as { readonly code?: unknown; readonly message?: string };
  const reason = typeof code === 'string' ? code : (message ?? 'unknown error');
  return errorResponse(502, `The request could not be sent on: ${reason}.`);
}
