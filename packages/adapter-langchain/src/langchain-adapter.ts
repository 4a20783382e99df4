import { DynamicStructuredTool, type StructuredToolInterface } from '@langchain/core/tools';
import {
  createAdapter,
  createAdapterMembers,
  type AdapterOptions,
  type AgentTool,
  type AdapterMembers,
} from '@palimpsest/adapter';
import type { AgentMiddleware } from 'langchain';
import { ToolMessage } from '@langchain/core/messages';
import type { RunnableConfig } from '@langchain/core/runnables';
import { createHistoryMiddleware } from './history-middleware.ts';
import { createIngestMiddleware } from './ingest-middleware.ts';
import { createPreModelHook, type PreModelHook, type ReactAgentOptions } from './pre-model-hook.ts';

export interface LangChainAdapterOptions extends AdapterOptions {
  /**
   * Whether `middleware` also replaces the messages in the agent's state with the sent ones, which makes checkpoints smaller. Then
   * only `originals` has removed content: pass a store that lasts. @default false: the state keeps everything
   */
  readonly rewriteState?: boolean;
  /**
   * The `llm`, `prompt` and `tools` of `createReactAgent`, which `preModelHook` cannot access. They count as overhead. Omit the recall tool: it
   * is added.
   */
  readonly reactAgent?: ReactAgentOptions;
}

/** Hooks of one session for LangChain and LangGraph, version 1. */
export interface LangChainAdapter extends AdapterMembers<StructuredToolInterface> {
  /** For `createAgent`: rewrites model requests and adds the recall tool. Place it after other middleware, so that it sees their additions. */
  readonly middleware: AgentMiddleware;
  /**
   * For `createAgent`: reduces tool results before they enter the state. Put it first in the list: it is then the outermost,
   * and the others see unreduced results and failures. The whole result goes to `ToolMessage.artifact` unless the tool uses that.
   */
  readonly ingest: AgentMiddleware;
  /** For `createReactAgent` of LangGraph: rewrites model requests, not the state. */
  readonly preModelHook: PreModelHook;
  /** Returns removed content to the model. `middleware` includes it; with `preModelHook`, add it to the agent's `tools`. */
  readonly recallTool: StructuredToolInterface;
}

/**
 * Keeps requests of a LangChain agent inside the model's context window. One adapter is one session.
 *
 * @throws {OptionError} when an option is invalid
 * @throws {SettingError} when a setting is invalid
 */
export function langchainAdapter(options: LangChainAdapterOptions = {}): LangChainAdapter {
  const adapter = createAdapter(options, {
    rewriteState: [(value) => typeof value === 'boolean', 'true or false'],
    reactAgent: [
      (value) => typeof value === 'object' && value !== null,
      'an object with llm, prompt and tools',
    ],
  });
  const { rewriteState = false, reactAgent = {} } = options;
  const members = createAdapterMembers(adapter, toLangChainTool);
  const { recallTool } = members;
  return {
    middleware: createHistoryMiddleware(adapter, recallTool, rewriteState),
    ingest: createIngestMiddleware(adapter, recallTool),
    preModelHook: createPreModelHook(adapter, recallTool, reactAgent),
    ...members,
  };
}

/** Configuration with the model's tool call. */
interface ToolConfig extends RunnableConfig {
  readonly toolCall?: { readonly id?: string };
}

/** Returns a tool for LangChain. A failed call returns a `ToolMessage` with status `error`, or only its text if LangChain passes no call id. */
function toLangChainTool({
  name,
  description,
  inputSchema,
  run,
}: AgentTool): StructuredToolInterface {
  return new DynamicStructuredTool({
    name,
    description,
    // LangChain writes into schemas; the shared definitions are frozen.
    schema: structuredClone(inputSchema) as object,
    verboseParsingErrors: true,
    async func(input: unknown, _run, config: ToolConfig = {}) {
      const { text, isError } = await run(input);
      const id = config.toolCall?.id;
      if (!isError || id === undefined) return text;
      return new ToolMessage({ name, tool_call_id: id, content: text, status: 'error' });
    },
  });
}
