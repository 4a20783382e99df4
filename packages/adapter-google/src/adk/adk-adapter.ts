import {
  type BaseContextCompactor,
  BaseTool,
  type SingleAfterModelCallback,
  type SingleAfterToolCallback,
  type SingleBeforeToolCallback,
  type SingleBeforeModelCallback,
  type RunAsyncToolRequest,
} from '@google/adk';
import {
  createAdapter,
  mapAgentTools,
  type Adapter,
  type AdapterOptions,
  type AgentTools,
  type AgentTool,
} from '@palimpsest/adapter';
import { isRecord } from '@palimpsest/core-types';
import { gemini } from '@palimpsest/formats/gemini';
import { RECALL_TOOL } from '@palimpsest/originals/recall';
import { createContextCompactor } from './context-compactor.ts';
import { createModelCallbacks, createRequestMemory } from './model-callbacks.ts';
import { toFunctionDeclaration, executeCall } from '../agent-tools.ts';

/** Hooks for an `LlmAgent` of `@google/adk`. */
export interface AdkAdapter {
  /** Register them on every agent. They reduce the contents of a request to fit, and report its token usage. Sessions keep all events. */
  readonly callbacks: {
    readonly beforeModelCallback: SingleBeforeModelCallback;
    readonly afterModelCallback: SingleAfterModelCallback;
  };
  /** Add it to `tools` before the first turn. */
  readonly recallTool: BaseTool;
  /** Tools that a model may be offered, by name: `recall`, `search_history`, `compact_context`, `context_left` and `take_note`. */
  readonly tools: AgentTools<BaseTool>;
  /** For `beforeToolCallback`: a call that would copy a marker of a compression does not run, and the model gets an error that explains what to do. */
  readonly beforeToolCallback: SingleBeforeToolCallback;
  /** For `afterToolCallback`: the session stores large results reduced, before a model sees them. */
  readonly afterToolCallback: SingleAfterToolCallback;
  /**
   * For `contextCompactors`, together with `callbacks`. Appends one event that represents the earlier events in later requests by their reduced
   * contents; the earlier events stay in the session. Does nothing for sessions with events of several agents.
   */
  readonly contextCompactor: BaseContextCompactor;
  /** The underlying adapter, with `originals`. */
  readonly adapter: Adapter;
}

/**
 * Keeps agents of `@google/adk` inside the context window of their models.
 *
 * @throws {OptionError} when an option is invalid; {SettingError} when a setting is
 */
export function adkAdapter(options: AdapterOptions = {}): AdkAdapter {
  const adapter = createAdapter(options);
  const requests = createRequestMemory();
  const tools = mapAgentTools<BaseTool>(adapter.tools, (tool) => new AgentAdkTool(tool));
  return {
    adapter,
    callbacks: createModelCallbacks(adapter, requests),
    recallTool: tools.recall,
    tools,
    beforeToolCallback: createGuardCallback(adapter),
    afterToolCallback: createIngestCallback(adapter),
    contextCompactor: createContextCompactor(adapter, requests),
  };
}

function createGuardCallback(adapter: Pick<Adapter, 'guard'>): SingleBeforeToolCallback {
  return async ({ tool: { name }, args: parameters, context }) => {
    const { events } = context.invocationContext.session;
    const contents = events.flatMap(({ content }) => content ?? []);
    const error = await adapter.guard(gemini, { name, parameters }, contents);
    return error === undefined ? undefined : { error };
  };
}

/** Reduces results as tools return them; ADK wraps values that are not records only afterwards. Recalled content stays whole. */
function createIngestCallback(adapter: Pick<Adapter, 'ingest'>): SingleAfterToolCallback {
  return async ({ tool, args, response }) => {
    const result: unknown = response;
    if (tool.name === RECALL_TOOL.name || result === undefined || result === null) return undefined;
    const reduced = await adapter.ingest({ toolName: tool.name, parameters: args, result });
    if (reduced === result) return undefined;
    return isRecord(reduced) ? reduced : { result: reduced };
  };
}

type Declaration = ReturnType<BaseTool['_getDeclaration']>;

class AgentAdkTool extends BaseTool {
  readonly #tool: AgentTool;

  constructor(tool: AgentTool) {
    super({ name: tool.name, description: tool.description });
    this.#tool = tool;
  }

  override _getDeclaration(): Declaration {
    return toFunctionDeclaration(this.#tool);
  }

  override async runAsync({ args }: RunAsyncToolRequest): Promise<unknown> {
    return await executeCall(this.#tool, args);
  }
}
