import type { StructuredToolInterface } from '@langchain/core/tools';
import type { Adapter, AdaptRequest } from '@palimpsest/adapter';
import { createMiddleware, type AgentMiddleware, type ModelRequest } from 'langchain';
import { MESSAGES } from './messages.ts';
import { modelFacts } from './model-facts.ts';
import { isServerHeld } from './server-held.ts';
import { stateRewriter } from './state-rewriter.ts';
import { toolDefinitions } from './tool-definitions.ts';
import { usageStats } from './usage-stats.ts';

/** Rewrites what a model is sent. The state stays as it is, unless it shall become what was sent. */
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
  const { max_tokens: most }: { readonly max_tokens?: unknown } = modelSettings ?? {};
  const thread = runtime.configurable?.thread_id;
  return {
    ...modelFacts(model),
    ...(Number.isSafeInteger(most) && Number(most) > 0 ? { maxOutputTokens: Number(most) } : {}),
    beside: { system: systemMessage.content, tools: toolDefinitions(tools) },
    ...(thread === undefined ? {} : { conversation: thread }),
    ...(runtime.signal === undefined ? {} : { signal: runtime.signal }),
  };
}

/** With a format for its response, the answer stands in an object. */
function messageOf(answer: object): unknown {
  const { messages }: { readonly messages?: unknown } = answer;
  return Array.isArray(messages) ? messages.at(-1) : answer;
}
