import { defined } from '@palimpsest/core-types';
import { gemini } from '@palimpsest/formats/gemini';
import type { CallableTool, Part } from '@google/genai';
import {
  adaptBody,
  createAdapter,
  mapAgentTools,
  observeResponse,
  type Adapter,
  type AdapterOptions,
  type AgentTool,
  type AgentTools,
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
    const model = input instanceof Request ? undefined : readModel(input);
    const body = init?.body;
    const signal = init?.signal ?? undefined;
    const adapted =
      model !== undefined && typeof body === 'string'
        ? await adaptBody(adapter, gemini, body, { model, signal })
        : undefined;
    if (adapted === undefined) return await send(input, init);
    const { text, given, report } = adapted;
    newestContents = given;
    const response = await send(input, text === body ? init : { ...init, body: text });
    return observeResponse(response, observeGeminiUsage(report));
  };
  const tools = mapAgentTools(adapter.tools, toCallableTool);
  const guard = (tool: CallableTool): CallableTool =>
    guardTool(adapter, tool, () => newestContents);
  return { adapter, fetch: adaptingFetch, recallTool: tools.recall, guard, tools };
}

/** The end of the path of a request for a model response. */
const GENERATE_PATH = /\/([^/:]+):(?:generateContent|streamGenerateContent)$/;

/**
 * Returns the model of a request for a response. Returns `undefined` for all other requests: embeddings, counts, files, caches, and
 * interactions, whose history the server stores.
 */
function readModel(input: string | URL): string | undefined {
  const [, model] = GENERATE_PATH.exec(new URL(input, 'https://relative.invalid').pathname) ?? [];
  return model === undefined ? undefined : decodeURIComponent(model);
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
