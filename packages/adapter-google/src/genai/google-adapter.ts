import { defined } from '@palimpsest/core-types';
import { gemini } from '@palimpsest/formats/gemini';
import type { CallableTool, Part } from '@google/genai';
import {
  createAdapter,
  mapAgentTools,
  observeResponse,
  fieldsOf,
  parseFields,
  type Adapter,
  type AdapterOptions,
  type AdaptRequest,
  type AgentTool,
  type AgentTools,
  type Fields,
  observeGeminiUsage,
} from '@palimpsest/adapter';
import { toFunctionDeclaration, executeCall } from '../agent-tools.ts';
import { guardTool } from './guard-tool.ts';

export interface GoogleAdapterOptions extends AdapterOptions {
  /** Sends the requests. @default the platform's `fetch` at the time of the request */
  readonly fetch?: typeof fetch;
}

/** Hooks for a client of `@google/genai`. */
export interface GoogleAdapter {
  /**
   * For `httpOptions.fetch` of a client, a chat or one request. `generateContent` and `generateContentStream` then send contents that fit; all
   * other requests pass unchanged.
   */
  readonly fetch: typeof fetch;
  /**
   * For `config.tools`, from the first request on. The SDK executes its calls together with other callable tools. Elsewhere, `callTool`
   * returns the response parts for the `recall` calls among its input.
   */
  readonly recallTool: CallableTool;
  /**
   * Wraps a callable tool of your own, for requests through `fetch`: a call that would copy a marker of a compression does not run, and the model gets
   * an error that explains what to do.
   */
  readonly guard: (tool: CallableTool) => CallableTool;
  /** Tools that a model may be offered, by name: `recall`, `search_history`, `compact_context`, `context_left` and `take_note`. */
  readonly tools: AgentTools<CallableTool>;
  /** The underlying adapter, with `originals` and `ingest`. */
  readonly adapter: Adapter;
}

/**
 * Keeps requests of `@google/genai` inside the model's context window. Chats keep their whole history.
 *
 * @throws {OptionError} when an option is invalid; {SettingError} when a setting is
 */
export function googleAdapter(options: GoogleAdapterOptions = {}): GoogleAdapter {
  const adapter = createAdapter(options, {
    fetch: [(value) => typeof value === 'function', 'a function like fetch'],
  });
  const send: typeof fetch = (input, init) => (options.fetch ?? globalThis.fetch)(input, init);

  /** Contents of the newest request, for `guard`. */
  let newestContents: readonly unknown[] = [];

  /** Fits the contents of requests and reports token usage. Does not change the request of the caller. */
  const adaptingFetch: typeof fetch = async (input, init) => {
    const request = readGenerateRequest(input, init?.body);
    if (request === undefined) return await send(input, init);
    const { contents, body, options: adaptOptions } = request;
    newestContents = contents;
    const signal = init?.signal ?? undefined;
    const { messages, report } = await adapter.adapt(gemini, contents, { ...adaptOptions, signal });
    // A request that already fits is sent with its original text.
    const isSame = messages === contents;
    const fitting = isSame
      ? init
      : { ...init, body: JSON.stringify({ ...body, contents: messages }) };
    return observeResponse(await send(input, fitting), observeGeminiUsage(report));
  };
  const tools = mapAgentTools(adapter.tools, toCallableTool);
  const guard = (tool: CallableTool): CallableTool =>
    guardTool(adapter, tool, () => newestContents);
  return { adapter, fetch: adaptingFetch, recallTool: tools.recall, guard, tools };
}

/** The end of the path of a request for a model response. */
const GENERATE_PATH = /\/([^/:]+):(?:generateContent|streamGenerateContent)$/;

/**
 * Parses a request for a model response. Returns `undefined` for all other requests: embeddings, counts, files, caches, and interactions,
 * whose history the server stores.
 */
function readGenerateRequest(
  input: RequestInfo | URL,
  body: unknown,
):
  | { readonly body: Fields; readonly contents: readonly unknown[]; readonly options: AdaptRequest }
  | undefined {
  if (typeof body !== 'string' || input instanceof Request) return undefined;
  const [, model] = GENERATE_PATH.exec(new URL(input, 'https://relative.invalid').pathname) ?? [];
  if (model === undefined) return undefined;
  const fields = parseFields(body);
  const contents = fields?.['contents'];
  if (fields === undefined || !Array.isArray(contents)) return undefined;
  const { systemInstruction: system, tools, generationConfig } = fields;
  const maxOutputTokens = fieldsOf(generationConfig)['maxOutputTokens'];
  return {
    body: fields,
    contents,
    options: {
      model: decodeURIComponent(model),
      overhead: { system, tools },
      maxOutputTokens:
        typeof maxOutputTokens === 'number' && maxOutputTokens > 0 ? maxOutputTokens : undefined,
    },
  };
}

/** Returns a callable tool. The SDK passes all calls of a turn to every callable tool, so calls of other tools are skipped. */
function toCallableTool(agentTool: AgentTool): CallableTool {
  return {
    tool: async () => ({ functionDeclarations: [toFunctionDeclaration(agentTool)] }),
    async callTool(calls) {
      const parts: Part[] = [];
      for (const { id, name, args } of calls) {
        if (name !== agentTool.name) continue;
        const response = await executeCall(agentTool, args);
        parts.push({ functionResponse: { ...defined({ id }), name, response } });
      }
      return parts;
    },
  };
}
