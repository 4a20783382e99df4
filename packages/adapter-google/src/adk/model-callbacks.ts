import { gemini } from '@palimpsest/formats/gemini';
import type { LlmRequest } from '@google/adk';
import {
  geminiUsageStats,
  type Adapter,
  type AdaptRequest,
  type ReportUsage,
} from '@palimpsest/adapter';
import type { AdkAdapter } from './adk-adapter.ts';
import { parseContents } from './visible-events.ts';

/** Creates the model callbacks. ADK builds a new request for each call, so its contents may be replaced. */
export function createModelCallbacks(
  adapter: Adapter,
  requests: RequestMemory,
): AdkAdapter['callbacks'] {
  // Both callbacks of a call receive the actions of the same event.
  const reports = new WeakMap<object, ReportUsage>();
  return {
    async beforeModelCallback({ context, request }) {
      // The server stores the earlier contents.
      if (request.previousInteractionId !== undefined) return undefined;
      const conversation = conversationKey(context.sessionId, context.agentName);
      const options = readOptions(request);
      requests.remember(conversation, options);
      const contents = parseContents(request.contents);
      const { messages, report } = await adapter.adapt(gemini, contents, {
        conversation,
        ...options,
        signal: context.abortSignal,
      });
      if (messages !== request.contents) request.contents = [...messages];
      reports.set(context.actions, report);
      return undefined;
    },
    afterModelCallback({ context, response }) {
      const usage =
        response.partial === true ? undefined : geminiUsageStats(response.usageMetadata);
      if (usage === undefined) return undefined;
      reports.get(context.actions)?.(usage);
      reports.delete(context.actions);
      return undefined;
    },
  };
}

function readOptions({ model, config = {} }: LlmRequest): AdaptRequest {
  const { systemInstruction: system, tools, maxOutputTokens } = config;
  return { overhead: { system, tools }, model, maxOutputTokens };
}

/** Options of the last request of each conversation, for the compactor that runs before the next one. */
export interface RequestMemory {
  find(conversation: string): AdaptRequest;
  remember(conversation: string, options: AdaptRequest): void;
}

/** Maximum number of remembered conversations, which bounds the memory. A forgotten one is compacted without its overhead. */
const MAX_CONVERSATIONS = 32;

export function createRequestMemory(): RequestMemory {
  const requests = new Map<string, AdaptRequest>();
  return {
    find: (conversation) => ({ conversation, ...requests.get(conversation) }),
    remember(conversation, options) {
      requests.delete(conversation);
      requests.set(conversation, options);
      const [oldest] = requests.keys();
      if (requests.size > MAX_CONVERSATIONS && oldest !== undefined) requests.delete(oldest);
    },
  };
}

/** Returns the key of a conversation: one agent in one session. */
export function conversationKey(sessionId: string, agentName: string): string {
  return JSON.stringify([sessionId, agentName]);
}
