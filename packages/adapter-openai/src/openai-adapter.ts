import { openai } from '@palimpsest/formats/openai';
import { openaiResponses } from '@palimpsest/formats/openai-responses';
import {
  adaptBody,
  createAdapter,
  mapAgentTools,
  observeResponse,
  createAdapterMembers,
  type AdapterOptions,
  type AgentTools,
  type AdapterMembers,
  observeOpenAIUsage,
  type AgentTool,
} from '@palimpsest/adapter';
import type { Codec } from '@palimpsest/formats';

/** Options of every adapter, and the fetch to use. */
interface OpenAIAdapterOptions extends AdapterOptions {
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
  /** Tools that a model may be offered, by name: `recall`, `search_history`, `compact_context`, `context_left` and `take_note`, for chat completions. */
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
    const request = readRequest(input, init);
    const signal = init?.signal ?? undefined;
    const adapted = request && (await adaptBody(adapter, request.codec, request.body, { signal }));
    if (adapted === undefined) return await send(input, init);
    const { text, report } = adapted;
    const response = await send(input, text === request?.body ? init : withBody(init, text));
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

/** Codecs by the end of a request's path. */
const APIS: readonly (readonly [pathEnd: string, codec: Codec])[] = [
  ['/chat/completions', openai],
  ['/responses', openaiResponses],
];

/** Returns the body of a request with a history. Returns `undefined` for a request to another API, an aborted one, and a body that is not text. */
function readRequest(
  input: Parameters<typeof fetch>[0],
  { method, body, signal }: RequestInit = {},
): { readonly body: string; readonly codec: Codec } | undefined {
  const isUrl = typeof input === 'string' || input instanceof URL;
  if (!isUrl || typeof body !== 'string' || signal?.aborted === true) return undefined;
  if (method?.toUpperCase() !== 'POST') return undefined;
  const [path = ''] = String(input).split(/[?#]/, 1);
  const [, codec] = APIS.find(([pathEnd]) => path.endsWith(pathEnd)) ?? [];
  return codec && { body, codec };
}

/** A tool for chat completions. Its function is not part of the JSON that is sent. */
interface ChatTool {
  readonly type: 'function';
  readonly function: {
    readonly name: AgentTool['name'];
    readonly description: string;
    readonly parameters: Record<string, unknown>;
    /** Returns the text of the result; for invalid input from the model, the error text. */
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
  const execute = async (input: string): Promise<string> => (await run(input)).text;
  const parameters = { ...inputSchema };
  return { type: 'function', function: { name, description, parameters, function: execute } };
}
