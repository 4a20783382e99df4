import type { BaseMessage } from '@langchain/core/messages';
import type { RunnableConfig } from '@langchain/core/runnables';
import type { StructuredToolInterface } from '@langchain/core/tools';
import { fieldsOf, type Adapter, type ReportUsage } from '@palimpsest/adapter';
import { langchainCodec } from './langchain-codec.ts';
import { readModelOptions, isServerManaged, toolDefinitions, readUsage } from './call-options.ts';

/** The part of the arguments of `createReactAgent` that is read. */
export interface ReactAgentOptions {
  /** The model: its name, its context window, and whether its conversation is server-managed. */
  readonly llm?: unknown;
  /** Counted if it is a text or a message. */
  readonly prompt?: unknown;
  readonly tools?: readonly unknown[];
}

export type PreModelHook = (
  state: { readonly messages: readonly BaseMessage[] },
  config?: RunnableConfig,
) => Promise<{ llmInputMessages: BaseMessage[] }>;

/** Creates a `preModelHook` for `createReactAgent`. Reads token usage from the newest response in the state when it prepares the next request. */
export function createPreModelHook(
  adapter: Adapter,
  recallTool: StructuredToolInterface,
  { llm, prompt, tools = [] }: ReactAgentOptions,
): PreModelHook {
  /** By the last message of each request: the response with its token usage follows that message. */
  const reports = new WeakMap<BaseMessage, ReportUsage>();
  const isManaged = isServerManaged(llm, undefined);
  return async ({ messages }, { signal, configurable } = {}) => {
    if (isManaged) return { llmInputMessages: [...messages] };
    const newest = messages.findLastIndex((message) => message.getType() === 'ai');
    const requestEnd = messages[newest - 1];
    const usage = readUsage(messages[newest]);
    if (requestEnd !== undefined && usage !== undefined) reports.get(requestEnd)?.(usage);
    const thread: unknown = configurable?.['thread_id'];
    const { messages: sent, report } = await adapter.adapt(langchainCodec, messages, {
      ...readModelOptions(llm),
      overhead: { system: readPrompt(prompt), tools: toolDefinitions([...tools, recallTool]) },
      conversation: typeof thread === 'string' ? thread : undefined,
      signal,
    });
    const last = messages.at(-1);
    if (last !== undefined) reports.set(last, report);
    return { llmInputMessages: [...sent] };
  };
}

function readPrompt(prompt: unknown): unknown {
  return typeof prompt === 'string' ? prompt : (fieldsOf(prompt)['content'] ?? '');
}
