import type { StructuredToolInterface } from '@langchain/core/tools';
import { fieldsOf, type Adapter, type AdaptRequest } from '@palimpsest/adapter';
import { createMiddleware, type AgentMiddleware, type ModelRequest } from 'langchain';
import { MESSAGES } from './messages.ts';
import { countOf, modelFacts, isServerHeld, toolDefinitions, usageStats } from './call-facts.ts';
import { RemoveMessage, type BaseMessage } from '@langchain/core/messages';

/** Rewrites the messages of model calls. The state does not change unless `rewriteState` is set. */
export function historyMiddleware(
  adapter: Adapter,
  recallTool: StructuredToolInterface,
  rewritesState: boolean,
): AgentMiddleware {
  const state = stateRewriter();
  return createMiddleware({
    name: 'Palimpsest',
    tools: [recallTool],
    async wrapModelCall(request, handler) {
      const { messages: given } = request;
      if (isServerHeld(request.model, request.modelSettings)) return await handler(request);
      const { messages, report } = await adapter.adapt(MESSAGES, given, factsOf(request));
      const isSame = messages === given;
      if (!isSame) state.remember(given, messages);
      const answer = await handler(isSame ? request : { ...request, messages: [...messages] });
      const usage = usageStats(messageOf(answer));
      if (usage !== undefined) report(usage);
      return answer;
    },
    ...(rewritesState ? { afterModel: ({ messages }) => state.rewrite(messages) } : {}),
  });
}

function factsOf({
  model,
  modelSettings,
  systemMessage,
  tools,
  runtime,
}: ModelRequest): AdaptRequest {
  const facts = modelFacts(model);
  return {
    ...facts,
    maxOutputTokens: countOf(fieldsOf(modelSettings)['max_tokens']) ?? facts.maxOutputTokens,
    beside: { system: systemMessage.content, tools: toolDefinitions(tools) },
    conversation: runtime.configurable?.thread_id,
    signal: runtime.signal,
  };
}

/** Returns the message of a response; with a response format it is a member of an object. */
function messageOf(answer: object): unknown {
  const { messages } = fieldsOf(answer);
  return Array.isArray(messages) ? messages.at(-1) : answer;
}

/** LangGraph's `REMOVE_ALL_MESSAGES`. */
const ALL = '__remove_all__';

/** Replaces the state of an agent by the sent messages. */
interface StateRewriter {
  remember(given: readonly BaseMessage[], sent: readonly BaseMessage[]): void;
  /** Returns `undefined` if the newest request was sent unchanged. */
  rewrite(messages: readonly BaseMessage[]): { messages: BaseMessage[] } | undefined;
}

export function stateRewriter(): StateRewriter {
  const requests = new WeakMap<
    BaseMessage,
    readonly [length: number, sent: readonly BaseMessage[]]
  >();
  return {
    remember(given, sent) {
      const last = given.at(-1);
      if (last !== undefined) requests.set(last, [given.length, sent]);
    },
    rewrite(messages) {
      const newest = messages.findLastIndex((message) => requests.has(message));
      if (newest === -1) return undefined;
      const [length, sent] = requests.get(messages[newest]!)!;
      requests.delete(messages[newest]!);
      if (length !== newest + 1) return undefined;
      return { messages: [new RemoveMessage({ id: ALL }), ...sent, ...messages.slice(length)] };
    },
  };
}
