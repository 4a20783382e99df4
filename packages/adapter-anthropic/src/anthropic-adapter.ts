import { anthropic } from '@palimpsest/formats/anthropic';
import type { Middleware, APIRequest } from '@anthropic-ai/sdk';
import {
  createAdapter,
  observeResponse,
  createAdapterMembers,
  parseFields,
  type Adapter,
  type AdapterOptions,
  type AdapterMembers,
  type Fields,
  type ReportUsage,
  observeAnthropicUsage,
  type AgentTool,
} from '@palimpsest/adapter';
import { requestReasoningDrop } from './request-reasoning-drop.ts';
import { isRecord, PalimpsestError } from '@palimpsest/core-types';

/** Hooks for an Anthropic client. */
export interface AnthropicAdapter extends AdapterMembers<AnthropicAgentTool> {
  /** For the client's option `middleware`. Passes every request without a whole history through unchanged. */
  readonly middleware: Middleware;
  /** For `tools` of every request and of the tool runner, which also calls it. */
  readonly recallTool: AnthropicAgentTool;
}

/**
 * Keeps requests of an `@anthropic-ai/sdk` client inside the model's context window: messages, streams, and tool runners created with
 * `thread: false`. The program's messages do not change.
 *
 * @throws {OptionError} when an option is invalid; {SettingError} when a setting is
 */
export function anthropicAdapter(options: AdapterOptions = {}): AnthropicAdapter {
  const adapter = createAdapter(options);
  const requestsDrop = options.thinking === 'provider-drop';
  const middleware: Middleware = async (request, next) => {
    const adapted = await adaptRequest(adapter, request, requestsDrop);
    if (adapted === undefined) return await next(request);
    return observeResponse(await next(adapted.request), observeAnthropicUsage(adapted.report));
  };
  return { middleware, ...createAdapterMembers(adapter, toAnthropicTool) };
}

/**
 * Fits the history of a request. Returns the same request if nothing changes, and `undefined` for a request without a history, or with only
 * the end of a server-managed one.
 */
async function adaptRequest(
  adapter: Adapter,
  request: APIRequest,
  requestsDrop: boolean,
): Promise<{ readonly request: APIRequest; readonly report: ReportUsage } | undefined> {
  const body = readBody(request);
  // The server stores a message thread; the request contains only what is new.
  if (body === undefined || isRecord(body['thread'])) return undefined;
  const { messages, model, system, tools, max_tokens: maxTokens } = body;
  if (!Array.isArray(messages)) return undefined;
  const { signal } = request;
  const adapted = await adapter.adapt<unknown>(anthropic, messages, {
    overhead: { system, tools },
    model: typeof model === 'string' ? model : undefined,
    maxOutputTokens: typeof maxTokens === 'number' ? maxTokens : undefined,
    signal: signal instanceof AbortSignal ? signal : undefined,
  });
  const { report } = adapted;
  const isSame = adapted.messages === messages;
  const fitting = isSame ? body : { ...body, messages: adapted.messages };
  const withDrop = requestsDrop ? requestReasoningDrop(fitting, request.headers) : undefined;
  if (isSame && withDrop === undefined) return { request, report };
  const { headers } = withDrop ?? request;
  const text = JSON.stringify(withDrop?.body ?? fitting);
  return { request: { ...request, headers, body: text }, report };
}

/** Returns the body of a message request. Token counting and batches have none. */
function readBody({ url, method, body, signal }: APIRequest): Fields | undefined {
  const [path = ''] = url.split(/[?#]/, 1);
  const isMessage = path.endsWith('/v1/messages') && method?.toUpperCase() === 'POST';
  if (!isMessage || typeof body !== 'string' || signal?.aborted === true) return undefined;
  return parseFields(body);
}

/** A tool for the Messages API. Its functions are not sent: JSON has none. */
interface AnthropicAgentTool {
  readonly name: AgentTool['name'];
  readonly description: string;
  readonly input_schema: {
    readonly type: 'object';
    readonly properties: Record<string, unknown>;
    readonly required?: string[];
  };
  /** For the tool runner: throws if there is no text, so that the result is an error. */
  readonly run: (input: unknown) => Promise<string>;
  /** Accepts any input; an invalid one gets an error text. */
  readonly parse: (input: unknown) => unknown;
}

/** Returns a tool for the Messages API. Every adapter sends the same definition. */
function toAnthropicTool({
  name,
  description,
  inputSchema: { type, properties, ...schema },
  run,
}: AgentTool): AnthropicAgentTool {
  return {
    name,
    description,
    input_schema: { type, properties: { ...properties }, ...schema },
    parse: (input) => input,
    async run(input) {
      const { text, isError } = await run(input);
      if (isError) throw new PalimpsestError(text, 'NOT_RECALLED');
      return text;
    },
  };
}
