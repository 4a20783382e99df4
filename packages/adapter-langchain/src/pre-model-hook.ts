import type { BaseMessage } from '@langchain/core/messages';
import type { RunnableConfig } from '@langchain/core/runnables';
import type { StructuredToolInterface } from '@langchain/core/tools';
import { fieldsOf, type Adapter, type ReportUsage } from '@palimpsest/adapter';
import { MESSAGES } from './messages.ts';
import { modelFacts, isServerManaged, toolDefinitions, usageStats } from './call-facts.ts';

/** The part of the arguments of `createReactAgent` that is read. */
export interface ReactAgentFacts {
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

/** Creates the hook. Token usage is read from the newest response in the state when the next request is prepared. */
export function createPreModelHook(
  adapter: Adapter,
  recallTool: StructuredToolInterface,
  { llm, prompt, tools = [] }: ReactAgentFacts,
): PreModelHook {
  const reports = new WeakMap<BaseMessage, ReportUsage>();
  const isManaged = isServerManaged(llm, undefined);
  return async ({ messages }, { signal, configurable } = {}) => {
    if (isManaged) return { llmInputMessages: [...messages] };
    const newest = messages.findLastIndex((message) => message.getType() === 'ai');
    const asked = messages[newest - 1];
    const usage = usageStats(messages[newest]);
    if (asked !== undefined && usage !== undefined) reports.get(asked)?.(usage);
    const thread: unknown = configurable?.['thread_id'];
    const { messages: sent, report } = await adapter.adapt(MESSAGES, messages, {
      ...modelFacts(llm),
      beside: { system: textOf(prompt), tools: toolDefinitions([...tools, recallTool]) },
      conversation: typeof thread === 'string' ? thread : undefined,
      signal,
    });
    const last = messages.at(-1);
    if (last !== undefined) reports.set(last, report);
    return { llmInputMessages: [...sent] };
  };
}

function textOf(prompt: unknown): unknown {
  return typeof prompt === 'string' ? prompt : (fieldsOf(prompt)['content'] ?? '');
}
