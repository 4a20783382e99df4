import {
  shortenTools,
  type Fields,
  type ReportUsage,
  type RequestScope,
} from '@palimpsest/adapter';
import { rejectOnAbort } from '@palimpsest/core-types';
import { parseRequestBody, type RequestBody } from '@palimpsest/formats';
import type { ToolAnswer } from '@palimpsest/originals/recall';
import { listOf, offerTools, type Api } from './apis/api.ts';
import type { BodyWriter } from './body-writer.ts';
import type { ProxyToolName } from './proxy-options.ts';
import { withoutCacheMarks } from './recall/cache-marks.ts';
import type { Session } from './sessions.ts';

/** A request that belongs to a session. */
export interface SessionRequest {
  readonly api: Api;
  readonly body: RequestBody;
  /** Writes versions of the body as bytes. */
  readonly toBytes: BodyWriter;
  /** Whether the body differs from the client's: items of the proxy were expanded. */
  readonly isExpanded: boolean;
  /** Ids of originals that these items name. */
  readonly originals: readonly string[];
  readonly session: Session;
  readonly conversation?: string | undefined;
  readonly target: string;
  /** Tools to offer. With `describe_tool`, the descriptions of the client's tools are shortened. */
  readonly tools: readonly ProxyToolName[];
  /** Whether the messages are compressed even if that is not due. @default no */
  readonly force?: boolean;
}

/** How a request is sent on. */
export interface RequestPlan {
  readonly body: Fields;
  /** The body to send; absent if nothing changes. */
  readonly bytes?: Uint8Array;
  readonly isShortened: boolean;
  readonly offered: readonly string[];
  /** Executes a call of an offered tool with whatever input the model sent. */
  readonly runTool: (name: string, input: unknown) => Promise<ToolAnswer>;
  /** Returns the ids of the originals that the tools may return. */
  readonly originalsInScope: RequestScope['ids'];
  readonly report: ReportUsage;
  readonly tokens: number | undefined;
  /** The messages of the client, with the exchanges that it never saw, and those to send. */
  readonly given: readonly unknown[];
  readonly sent: readonly unknown[];
  /** Returns the body with more messages at its end. */
  withMore(messages: readonly unknown[]): Uint8Array;
}

/**
 * Decides how a request for a response is sent on.
 *
 * @param more messages that the proxy adds at the end of the client's
 */
export async function planRequest(
  request: SessionRequest,
  signal: AbortSignal,
  more: readonly unknown[] = [],
): Promise<RequestPlan> {
  const { body, session } = request;
  return await session.during(body.messages, () => plan(request, signal, more));
}

async function plan(
  request: SessionRequest,
  signal: AbortSignal,
  more: readonly unknown[],
): Promise<RequestPlan> {
  const { api, body, session, conversation, target } = request;
  await rejectOnAbort(session.hidden.load(), signal);
  const { given: ofClient, offered, short, bodyWith } = readPlan(request);
  // Marks of the prompt cache will be elsewhere when the client sends these messages again.
  const given = more.length === 0 ? ofClient : [...ofClient.map(withoutCacheMarks), ...more];
  const model = api.model(body.value, target);
  const window = session.window(model);
  const { messages, report, outcome } = await session.adapter.adapt(api.codec, given, {
    conversation,
    model,
    contextLimit: window,
    force: request.force,
    isScoped: true,
    maxRequestBytes: session.maxBytes,
    maxOutputTokens: upToQuarter(api.maxOutputTokens(body.value), window),
    overhead: { system: body.system[0], tools: offered?.value['tools'] ?? body.tools[0] },
    signal,
  });
  const planned = bodyWith(messages);
  const { tools, ids } = session.adapter.scopeTo(api.codec, given, request.originals);
  return {
    body: planned,
    ...(planned !== body.value && { bytes: request.toBytes(planned) }),
    isShortened: messages !== given,
    offered: offered?.names ?? [],
    runTool: async (name, input) => {
      if (name === short?.describeTool.name) return short.describe(input);
      return await Object.values(tools)
        .find((tool) => tool.name === name)!
        .run(input);
    },
    originalsInScope: ids,
    report,
    tokens: outcome?.tokensAfter,
    given,
    sent: messages,
    withMore: (further) => request.toBytes(bodyWith([...messages, ...further])),
  };
}

/**
 * Returns the result of work on a request; `undefined` if it fails: the request then goes out as it came.
 *
 * @throws the reason of an aborted signal
 */
export async function undefinedOnError<Value>(
  work: () => Promise<Value>,
  signal: AbortSignal,
  onError: (error: unknown) => void,
): Promise<Value | undefined> {
  try {
    return await work();
  } catch (error) {
    signal.throwIfAborted();
    onError(error);
    return undefined;
  }
}

/** Plans a request; `undefined` if that fails. */
export async function tryToPlan(
  request: SessionRequest,
  signal: AbortSignal,
  more: readonly unknown[] = [],
): Promise<RequestPlan | undefined> {
  return await undefinedOnError(
    () => planRequest(request, signal, more),
    signal,
    request.session.onError,
  );
}

/** Returns the body of a request that counts tokens, changed as the requests of its session were; `undefined` if nothing changes. */
export async function planCount(request: SessionRequest): Promise<Uint8Array | undefined> {
  const { api, body, session, conversation } = request;
  const counted = await session.during(body.messages, async () => {
    await session.hidden.load();
    const { given, bodyWith } = readPlan(request);
    return bodyWith(await session.adapter.asSent(api.codec, given, { conversation }));
  });
  return counted === body.value ? undefined : request.toBytes(counted);
}

/** Returns the messages of the client with the exchanges that it never saw, and the body with the tools of the proxy. */
function readPlan({ api, body, session, target, tools }: SessionRequest) {
  const isRead = api.canRead?.(body.value, target) !== false;
  const shortens = isRead && tools.includes('describe_tool');
  const short = shortens ? shortenTools(listOf(body.value['tools'])) : undefined;
  const offers = tools.flatMap((name) =>
    name === 'describe_tool' ? (short?.describeTool ?? []) : session.adapter.tools[name],
  );
  const value = short === undefined ? body.value : { ...body.value, tools: short.tools };
  const offered = isRead ? offerTools(api, value, offers) : undefined;
  const base = offered?.value ?? body.value;
  return {
    given: session.hidden.insertInto(api, body.messages),
    offered,
    short,
    bodyWith: (messages: readonly unknown[]): Fields => {
      const written = body.withMessages(messages)[body.member];
      return written === base[body.member] ? base : { ...base, [body.member]: written };
    },
  };
}

/** Agents ask for as much as the model can write: in a window that they do not know of, that may be all of it. */
function upToQuarter(tokens: number | undefined, window: number): number | undefined {
  return tokens === undefined ? undefined : Math.min(tokens, Math.floor(window / 4));
}

/** Reads the body of a request; `undefined` if it is not JSON, or not a request with a whole history. */
export function readRequest(text: string, api: Api): RequestBody | undefined {
  try {
    const body = parseRequestBody(JSON.parse(text), api.codec.name);
    return body?.serverManagedBy === undefined ? body : undefined;
  } catch {
    return undefined;
  }
}
