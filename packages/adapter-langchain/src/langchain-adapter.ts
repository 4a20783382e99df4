import type { StructuredToolInterface } from '@langchain/core/tools';
import {
  checkAdapterOptions,
  createAdapter,
  type Adapter,
  type AdapterOptions,
} from '@palimpsest/adapter';
import { OptionError } from '@palimpsest/core-types';
import type { AgentMiddleware } from 'langchain';
import { historyMiddleware } from './history-middleware.ts';
import { ingestMiddleware } from './ingest-middleware.ts';
import { createPreModelHook, type PreModelHook, type ReactAgentFacts } from './pre-model-hook.ts';
import { createRecallTool } from './recall-tool.ts';

export interface LangChainAdapterOptions extends AdapterOptions {
  /**
   * Whether `middleware` makes what was sent the state of the agent, so that checkpoints become smaller too. What was taken out is in
   * `originals` only, then. @default false: the state keeps everything
   */
  readonly rewriteState?: boolean;
  /** What `createReactAgent` is given and does not show to `preModelHook`, without the recall tool: it takes room too. */
  readonly reactAgent?: ReactAgentFacts;
}

/** Hooks of one session for LangChain and LangGraph, version 1. */
export interface LangChainAdapter {
  /** For `createAgent`: rewrites what the model is sent, and offers it the recall tool. Behind other middleware, so that it sees what they add. */
  readonly middleware: AgentMiddleware;
  /**
   * For `createAgent`, where results of tools shall lose their bulk before the state gets them. Before other middleware, so that those see
   * results and failures first. The whole result goes into `ToolMessage.artifact`, where the tool put nothing there.
   */
  readonly ingest: AgentMiddleware;
  /** For `createReactAgent` of LangGraph: rewrites what the model is sent, not the state. */
  readonly preModelHook: PreModelHook;
  /** Gives the model back what was taken out. `middleware` brings it along; offer it beside `preModelHook`. */
  readonly recallTool: StructuredToolInterface;
  /** Answers a call of the recall tool, for tools that are executed elsewhere. */
  readonly recall: Adapter['recall'];
  /** Where what was taken out is kept. */
  readonly originals: Adapter['originals'];
}

/**
 * Keeps what an agent of LangChain sends inside its model's window. One adapter is one session.
 *
 * @throws {OptionError} for options that cannot be meant; {SettingError} for a wrong setting
 */
export function langchainAdapter(options: LangChainAdapterOptions = {}): LangChainAdapter {
  checkAdapterOptions(options, ['rewriteState', 'reactAgent']);
  const { rewriteState = false, reactAgent = {}, ...others } = options;
  if (typeof rewriteState !== 'boolean') {
    throw new OptionError('rewriteState', rewriteState, 'true or false');
  }
  if (typeof reactAgent !== 'object' || reactAgent === null) {
    throw new OptionError('reactAgent', reactAgent, 'an object with llm, prompt and tools');
  }
  const adapter = createAdapter(others);
  const recallTool = createRecallTool(adapter);
  return {
    middleware: historyMiddleware(adapter, recallTool, rewriteState),
    ingest: ingestMiddleware(adapter, recallTool),
    preModelHook: createPreModelHook(adapter, recallTool, reactAgent),
    recallTool,
    recall: (input) => adapter.recall(input),
    originals: adapter.originals,
  };
}
