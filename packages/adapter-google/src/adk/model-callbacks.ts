import { gemini } from '@palimpsest/formats/gemini';
import type { LlmRequest } from '@google/adk';
import {
  geminiUsageStats,
  type Adapter,
  type AdaptRequest,
  type ReportUsage,
} from '@palimpsest/adapter';
import type { AdkAdapter } from './adk-adapter.ts';
import { unfoldContents } from './visible-events.ts';

/** Creates the model callbacks. ADK builds a new request for each call, so its contents may be replaced. */
export function modelCallbacks(adapter: Adapter, known: SessionFacts): AdkAdapter['callbacks'] {
  // Both callbacks of a call receive the actions of the same event.
  const reports = new WeakMap<object, ReportUsage>();
  return {
    async beforeModelCallback({ context, request }) {
      // The server stores the earlier contents.
      if (request.previousInteractionId !== undefined) return undefined;
      const conversation = conversationOf(context.sessionId, context.agentName);
      const facts = factsOf(request);
      known.remember(conversation, facts);
      const contents = unfoldContents(request.contents);
      const { messages, report } = await adapter.adapt(gemini, contents, {
        conversation,
        ...facts,
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

function factsOf({ model, config = {} }: LlmRequest): AdaptRequest {
  const { systemInstruction: system, tools, maxOutputTokens } = config;
  return { beside: { system, tools }, model, maxOutputTokens };
}

/** Facts about the last request of a conversation, for the compactor that runs before the next one. */
export interface SessionFacts {
  of(conversation: string): AdaptRequest;
  remember(conversation: string, facts: AdaptRequest): void;
}

/** Maximum number of remembered conversations. */
const MAX_CONVERSATIONS = 32;

export function createSessionFacts(): SessionFacts {
  const known = new Map<string, AdaptRequest>();
  return {
    of: (conversation) => ({ conversation, ...known.get(conversation) }),
    remember(conversation, facts) {
      known.delete(conversation);
      known.set(conversation, facts);
      const [oldest] = known.keys();
      if (known.size > MAX_CONVERSATIONS && oldest !== undefined) known.delete(oldest);
    },
  };
}

/** Returns the key of a conversation: one agent in one session. */
export function conversationOf(sessionId: string, agentName: string): string {
  return JSON.stringify([sessionId, agentName]);
}
