import type { AgentInputItem, CallModelInputFilter } from '@openai/agents';
import type { Adapter } from '@palimpsest/adapter';
import { isServerHeld } from './server-held.ts';
import { sessionSources } from './session-sources.ts';
import type { UsageReports } from './usage-reports.ts';

/** Creates a filter that rewrites model input. Unchanged items are the SDK's own objects. */
export function createInputFilter(adapter: Adapter, reports: UsageReports): CallModelInputFilter {
  const sources = sessionSources();
  const filter: CallModelInputFilter = async ({ modelData, agent }) => {
    const { input, instructions } = modelData;
    const { model, modelSettings, tools } = agent;
    if (isServerHeld(input, modelSettings)) return modelData;
    const most = modelSettings.maxTokens;
    const { messages, report } = await adapter.adapt<AgentInputItem>('openai-agents', input, {
      ...(typeof model === 'string' && model !== '' ? { model } : {}),
      ...(most === undefined ? {} : { maxOutputTokens: most }),
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
  const { name, description, parameters, providerData }: Readonly<Record<string, unknown>> = {
    ...tool,
  };
  return { name, description, parameters, providerData };
}
