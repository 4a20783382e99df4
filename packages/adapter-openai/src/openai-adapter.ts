import { openai } from '@palimpsest/formats/openai';
import { openaiResponses } from '@palimpsest/formats/openai-responses';
import {
  createAdapter,
  mapAgentTools,
  observeResponse,
  parseFields,
  createAdapterMembers,
  type Adapter,
  type AdapterOptions,
  type AgentTools,
  type ReportUsage,
  type AdapterMembers,
  observeOpenAIUsage,
  type AgentTool,
} from '@palimpsest/adapter';
import { findServerManaged, type Codec } from '@palimpsest/formats';

/** Options of every adapter, and the fetch to use. */
export interface OpenAIAdapterOptions extends AdapterOptions {
  /** Sends the requests. @default the global `fetch` */
  readonly fetch?: typeof fetch;
}

/** Hooks for an `openai` client. */
export interface OpenAIAdapter extends AdapterMembers<ChatTool> {
  /** For the client's option `fetch`. Passes every request without a whole history through unchanged. */
  readonly fetch: typeof fetch;
  /** For `tools` of chat completions and of `runTools`, which also calls it. */
  readonly recallTool: ChatTool;
  /** For `tools` of the Responses API. Execute its calls with `recall`. */
  readonly responsesRecallTool: ResponsesTool;
  /** Tools that a model may be offered, by name: `recall`, `search_history`, `compact_context` and `context_left`, for chat completions. */
  readonly tools: AgentTools<ChatTool>;
  /** The same tools for the Responses API. Execute a call with the function of the tool of the same name in `tools`. */
  readonly responsesTools: AgentTools<ResponsesTool>;
}

/**
 * Keeps requests of an `openai` client inside the model's context window: chat completions, and Responses requests that contain their whole
 * history. The program's messages do not change.
 *
 * @throws {OptionError} when an option is invalid; {SettingError} when a setting is
 */
export function openaiAdapter(options: OpenAIAdapterOptions = {}): OpenAIAdapter {
  const adapter = createAdapter(options, {
    fetch: [(value) => typeof value === 'function', 'a function like the global fetch'],
  });
  const send: typeof fetch = (input, init) => (options.fetch ?? globalThis.fetch)(input, init);

  const adaptingFetch: typeof fetch = async (input, init) => {
    const adapted = await adaptBody(adapter, input, init);
    if (adapted === undefined) return await send(input, init);
    const { body, report } = adapted;
    const response = await send(input, body === init?.body ? init : withBody(init, body));
    return observeResponse(response, observeOpenAIUsage(report));
  };
  const responsesTools = mapAgentTools(adapter.tools, toResponsesTool);
  return {
    fetch: adaptingFetch,
    ...createAdapterMembers(adapter, toChatTool),
    responsesRecallTool: responsesTools.recall,
    responsesTools,
  };
}

/** Returns the request with another body and without the old content length. */
function withBody(init: RequestInit | undefined, body: string): RequestInit {
  const headers = new Headers(init?.headers);
  if (!headers.has('content-length')) return { ...init, body };
  headers.delete('content-length');
  return { ...init, body, headers };
}

/** The member with the history and its codec, by the end of a request's path. */
const APIS: readonly (readonly [path: string, member: string, codec: Codec])[] = [
  ['/chat/completions', 'messages', openai],
  ['/responses', 'input', openaiResponses],
];

/**
 * Fits the history of a request. Returns `undefined` for a request that is left alone: one of another API, an aborted one, a body that is no
 * text or has no history, and a server-managed history. Returns the given body if nothing changes.
 */
async function adaptBody(
  adapter: Adapter,
  input: Parameters<typeof fetch>[0],
  { method, body, signal }: RequestInit = {},
): Promise<{ readonly body: string; readonly report: ReportUsage } | undefined> {
  const isUrl = typeof input === 'string' || input instanceof URL;
  if (!isUrl || typeof body !== 'string' || signal?.aborted === true) return undefined;
  if (method?.toUpperCase() !== 'POST') return undefined;
  const [path = ''] = String(input).split(/[?#]/, 1);
  const [, member, format] = APIS.find(([end]) => path.endsWith(end)) ?? [];
  if (member === undefined || format === undefined) return undefined;
  const given = parseFields(body);
  if (given === undefined || findServerManaged(given) !== undefined) return undefined;
  const { [member]: messages, model, instructions, tools, functions } = given;
  if (!Array.isArray(messages)) return undefined;
  const most = given['max_output_tokens'] ?? given['max_completion_tokens'] ?? given['max_tokens'];
  const adapted = await adapter.adapt<unknown>(format, messages, {
    beside: { system: instructions, tools: tools ?? functions },
    model: typeof model === 'string' ? model : undefined,
    maxOutputTokens: typeof most === 'number' ? most : undefined,
    signal: signal ?? undefined,
  });
  const isSame = adapted.messages === messages;
  return {
    body: isSame ? body : JSON.stringify({ ...given, [member]: adapted.messages }),
    report: adapted.report,
  };
}

/** A tool for chat completions. Its function is not sent: JSON has none. */
interface ChatTool {
  readonly type: 'function';
  readonly function: {
    readonly name: AgentTool['name'];
    readonly description: string;
    readonly parameters: Record<string, unknown>;
    /** Always returns a text, also if nothing was found. */
    readonly function: (input: string) => Promise<string>;
  };
}

/** A tool for the Responses API. */
interface ResponsesTool {
  readonly type: 'function';
  readonly name: AgentTool['name'];
  readonly description: string;
  readonly parameters: Record<string, unknown>;
  /** A strict tool has no optional parameters. */
  readonly strict: false;
}

function toResponsesTool({ name, description, inputSchema }: AgentTool): ResponsesTool {
  return { type: 'function', name, description, parameters: { ...inputSchema }, strict: false };
}

function toChatTool({ name, description, inputSchema, run }: AgentTool): ChatTool {
  const answer = async (input: string): Promise<string> => (await run(input)).text;
  const parameters = { ...inputSchema };
  return { type: 'function', function: { name, description, parameters, function: answer } };
}
