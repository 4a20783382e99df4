import type { AgentInputItem, CallModelInputFilter } from '@openai/agents';
import { fieldsOf, hasAny, type Adapter } from '@palimpsest/adapter';
import { sessionSources } from './session-sources.ts';
import type { UsageReports } from './usage-reports.ts';

/** Creates a filter that rewrites model input. Unchanged items are the SDK's own objects. */
export function createInputFilter(adapter: Adapter, reports: UsageReports): CallModelInputFilter {
  const sources = sessionSources();
  const filter: CallModelInputFilter = async ({ modelData, agent }) => {
    const { input, instructions } = modelData;
    const { model, modelSettings, tools } = agent;
    if (isServerHeld(input, modelSettings)) return modelData;
    const { messages, report } = await adapter.adapt<AgentInputItem>('openai-agents', input, {
      model: typeof model === 'string' && model !== '' ? model : undefined,
      maxOutputTokens: modelSettings.maxTokens,
      beside: { system: instructions ?? '', tools: tools.map(definitionOf) },
    });
    reports.remember(agent, report);
    const sent = messages === input ? input : [...messages];
    sources.write(input, sent);
    return sent === input ? modelData : { ...modelData, input: sent };
  };
  // Items are never mutated, so the SDK need not copy them per call.
  return Object.assign(filter, { preserveInputIdentity: true });
}

/** Returns a tool definition as models see it, for counting. */
function definitionOf(tool: object): object {
  const { name, description, parameters, providerData } = fieldsOf(tool);
  return { name, description, parameters, providerData };
}

/** Call parameters by which a conversation stored at the provider continues. */
const CONTINUES = ['previous_response_id', 'previousResponseId', 'conversation'] as const;

/**
 * Returns whether items continue a server-managed conversation. Filters cannot see `conversationId` and `previousResponseId`; but then they
 * get only new items, such as results without their calls.
 */
function isServerHeld(items: readonly AgentInputItem[], settings: object | undefined): boolean {
  if (hasAny(fieldsOf(settings)['providerData'], CONTINUES)) return true;
  const calls = new Set<unknown>();
  for (const item of items) {
    const { type = '', callId } = fieldsOf(item);
    // Results of provider tools have no call id, or their calls are identified otherwise.
    if (typeof callId !== 'string') continue;
    if (/_(?:result|output)$/.test(String(type)) && !calls.has(callId)) return true;
    calls.add(callId);
  }
  return false;
}
