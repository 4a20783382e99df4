import type { StructuredToolInterface } from '@langchain/core/tools';
import { fieldsOf, type Adapter, type AdaptRequest } from '@palimpsest/adapter';
import { createMiddleware, type AgentMiddleware, type ModelRequest } from 'langchain';
import { langchainCodec } from './langchain-codec.ts';
import { toFailedResult } from './ingest-middleware.ts';
import {
  toLimit,
  readModelOptions,
  isServerManaged,
  toolDefinitions,
  readUsage,
} from './call-options.ts';
import { RemoveMessage, ToolMessage, type BaseMessage } from '@langchain/core/messages';

/**
 * Creates the middleware that rewrites the messages of model calls; with `rewritesState`, also those in the agent's state. A call that would write
 * a marker of a compression gets an error instead of a result.
 */
export function createHistoryMiddleware(
  adapter: Adapter,
  recallTool: StructuredToolInterface,
  rewritesState: boolean,
): AgentMiddleware {
  const state = createStateRewriter();
  return createMiddleware({
    name: 'Palimpsest',
    tools: [recallTool],
    async wrapModelCall(request, handler) {
      const { messages: original } = request;
      if (isServerManaged(request.model, request.modelSettings)) return await handler(request);
      const { messages, report } = await adapter.adapt(
        langchainCodec,
        original,
        readRequestOptions(request),
      );
      const isSame = messages === original;
      if (!isSame) state.remember(original, messages);
      const response = await handler(isSame ? request : { ...request, messages: [...messages] });
      const usage = readUsage(findMessage(response));
      if (usage !== undefined) report(usage);
      return response;
    },
    async wrapToolCall(request, handler) {
      const { toolCall, tool, runtime } = request;
      const { name, args: parameters, id = '' } = toolCall;
      const { messages } = request.state;
      const content =
        tool === recallTool
          ? undefined
          : await adapter.guard(langchainCodec, { name, parameters }, messages);
      if (content !== undefined) {
        return new ToolMessage({ content, tool_call_id: id, name, status: 'error' });
      }
      try {
        return await handler(request);
      } catch (error) {
        return toFailedResult(error, toolCall, runtime.signal);
      }
    },
    ...(rewritesState ? { afterModel: ({ messages }) => state.rewrite(messages) } : {}),
  });
}

function readRequestOptions({
  model,
  modelSettings,
  systemMessage,
  tools,
  runtime,
}: ModelRequest): AdaptRequest {
  const options = readModelOptions(model);
  return {
    ...options,
    maxOutputTokens: toLimit(fieldsOf(modelSettings)['max_tokens']) ?? options.maxOutputTokens,
    overhead: { system: systemMessage.content, tools: toolDefinitions(tools) },
    conversation: runtime.configurable?.thread_id,
    signal: runtime.signal,
  };
}

/** Returns the message of a response. With a response format, it is the last one of `messages`. */
function findMessage(response: object): unknown {
  const { messages } = fieldsOf(response);
  return Array.isArray(messages) ? messages.at(-1) : response;
}

/** The id by which LangGraph removes all messages, its `REMOVE_ALL_MESSAGES`. */
const REMOVE_ALL_ID = '__remove_all__';

/** Replaces the messages in an agent's state by those that were sent. */
interface StateRewriter {
  /** Remembers the messages of a request that was rewritten. */
  remember(original: readonly BaseMessage[], sent: readonly BaseMessage[]): void;
  /** Returns the change of the state, or `undefined` if the newest request was sent unchanged. */
  rewrite(messages: readonly BaseMessage[]): { messages: BaseMessage[] } | undefined;
}

export function createStateRewriter(): StateRewriter {
  /** Requests by their last original message. */
  const requests = new WeakMap<BaseMessage, { length: number; sent: readonly BaseMessage[] }>();
  return {
    remember(original, sent) {
      const last = original.at(-1);
      if (last !== undefined) requests.set(last, { length: original.length, sent });
    },
    rewrite(messages) {
      const newest = messages.findLastIndex((message) => requests.has(message));
      if (newest === -1) return undefined;
      const { length, sent } = requests.get(messages[newest]!)!;
      requests.delete(messages[newest]!);
      if (length !== newest + 1) return undefined;
      return {
        messages: [new RemoveMessage({ id: REMOVE_ALL_ID }), ...sent, ...messages.slice(length)],
      };
    },
  };
}
