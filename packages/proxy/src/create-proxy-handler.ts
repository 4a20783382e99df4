import { hasTools } from './apis/api.ts';
import { answerCompaction, asksForCompaction, expandCompactions } from './codex-compaction.ts';
import { converse } from './converse.ts';
import {
  endToEndHeaders,
  errorResponse,
  headerOf,
  type ProxyRequest,
  type ProxyResponse,
  type Send,
} from './http-messages.ts';
import {
  checkOptions,
  type ProxyOptions,
  type RequestReport,
  type SentMessages,
} from './proxy-options.ts';
import { onEnd, readBody } from './body.ts';
import { createBodyWriter } from './body-writer.ts';
import { undefinedOnError, planCount, readRequest, type SessionRequest } from './request-plan.ts';
import { createRoutes, findApi, type ApiRequest } from './routes.ts';
import { headersFor, type ForwardedRequest } from './send-plan.ts';
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
export type ProxyHandler = (request: ProxyRequest) => Promise<ProxyResponse>;

const MEBIBYTE = 1_048_576;

/**
 * Creates the handler of a proxy. It finds the provider of a request and reads the request. Its session may then shorten it. What it cannot
 * read passes unchanged.
 *
 * @throws {OptionError} for an invalid option; {SettingError} for an invalid setting
 */
export function createProxyHandler(
  options: ProxyOptions,
  { send, decode, optionNames }: ProxyPlatform,
): ProxyHandler {
  checkOptions(options, optionNames);
  const {
    tools: offered = ['recall'],
    maxBodyBytes = 64 * MEBIBYTE,
    maxRequests = 512,
    maxSessions = 128,
  } = options;
  const tools = [...new Set(offered)];
  const onError = (error: unknown): void => ignoreErrors(() => options.onError?.(error));
  const onRequest = (report: RequestReport): void =>
    ignoreErrors(() => options.onRequest?.(report));
  const onMessages = (messages: SentMessages): void =>
    ignoreErrors(() => options.onMessages?.(messages));
  const findRoute = createRoutes(options.upstreams);
  const sessions = createSessions(options, maxSessions, onError);
  let running = 0;

  /** Returns the request as a part of its session; `undefined` if it passes unchanged. */
  async function readSessionRequest(
    { api, operation }: ApiRequest,
    request: ProxyRequest,
    upstream: string,
    bytes: Uint8Array,
  ): Promise<SessionRequest | undefined> {
    const { headers, target } = request;
    const encoding = headerOf(headers, 'content-encoding')?.toLowerCase() ?? 'identity';
    const plain = encoding === 'identity' ? bytes : await decode(bytes, encoding, maxBodyBytes);
    const text = plain && new TextDecoder().decode(plain);
    const read = text === undefined ? undefined : readRequest(text, api);
    const { body, originals = [] } = read ? expandCompactions(read) : {};
    if (text === undefined || read === undefined || body === undefined) return undefined;
    // A request without tools is a side request, such as one for a title.
    if (body.messages.length === 0 || !hasTools(body)) return undefined;
    const { session: id, conversation } = nameSession(request, upstream, body.messages);
    const session = operation === 'count' ? sessions.known(id) : sessions.get(id);
    if (session === undefined) return undefined;
    const isExpanded = body !== read;
    const toBytes = createBodyWriter(text, read.value);
    return {
      api,
      body,
      toBytes,
      isExpanded,
      originals,
      session,
      conversation,
      target,
      tools,
    };
  }

  async function answer(request: ProxyRequest): Promise<ProxyResponse> {
    const { method, target, body, signal } = request;
    const route = findRoute(target, request.headers);
    if (route === undefined) return errorResponse(404, 'No upstream is configured for this path.');
    const { url, upstream } = route;
    const headers = endToEndHeaders(request.headers);
    const call = findApi(method, target);
    if (call === undefined || body === undefined) {
      return await send({ method, url, headers, body, signal });
    }
    const read = await readBody(body, maxBodyBytes);
    if (!(read instanceof Uint8Array)) {
      return await send({ method, url, headers, body: read, signal });
    }
    const given: ForwardedRequest = {
      bytes: read,
      headers,
      signal,
      send: (bytes, newHeaders) => send({ method, url, headers: newHeaders, body: bytes, signal }),
    };
    const tryTo = async <Value>(work: () => Promise<Value>): Promise<Value | undefined> =>
      await undefinedOnError(work, signal, onError);
    const sessionRequest = await tryTo(() => readSessionRequest(call, request, upstream, read));
    if (sessionRequest === undefined) return await given.send(read, headers);
    const isOff = sessionRequest.session.isOff();
    if (asksForCompaction(sessionRequest.body) && !isOff) {
      const compacted = await tryTo(() => answerCompaction(sessionRequest, signal));
      if (compacted !== undefined) return compacted;
    }
    const { isExpanded, toBytes, body: expanded } = sessionRequest;
    const forwarded = isExpanded ? withBody(given, toBytes(expanded.value)) : given;
    if (call.operation === 'respond') {
      return await converse(sessionRequest, forwarded, onRequest, onMessages);
    }
    const count = isOff ? undefined : await tryTo(() => planCount(sessionRequest));
    const counted = count === undefined ? forwarded : withBody(forwarded, count);
    return await counted.send(counted.bytes, counted.headers);
  }

  return async (request) => {
    if (running >= maxRequests) {
      return errorResponse(503, `The proxy handles ${maxRequests} requests at once. Try again.`);
    }
    running += 1;
    const release = (): void => {
      running -= 1;
    };
    try {
      const response = await answer(request);
      return { ...response, body: onEnd(response.body, request.signal, release) };
    } catch (error) {
      release();
      request.signal.throwIfAborted();
      return badGateway(error);
    }
  };
}

function withBody(request: ForwardedRequest, bytes: Uint8Array): ForwardedRequest {
  return { ...request, bytes, headers: headersFor(bytes, request.headers) };
}

/** Runs a callback of the caller, whose errors must not reach the client. */
function ignoreErrors(callback: () => void): void {
  try {
    callback();
  } catch {
    // The caller's own error.
  }
}

/** Returns the response to a request that got none. It has the code of a system error or its message, and never a URL or a header. */
export function badGateway(error: unknown): ProxyResponse {
  const { code, message } = Object(error) as { readonly code?: unknown; readonly message?: string };
  const reason = typeof code === 'string' ? code : (message ?? 'unknown error');
  return errorResponse(502, `The request could not be sent on: ${reason}.`);
}
