import type { AgentInputItem, CallModelInputFilter } from '@openai/agents';
import type { Adapter } from '@palimpsest/adapter';
import { isServerHeld } from './server-held.ts';
import { sessionSources } from './session-sources.ts';
import type { UsageReports } from './usage-reports.ts';

/** Rewrites what a model is sent. Items that did not change are the objects the SDK has. */
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
  // No item is ever written to, so that the SDK need not copy them for each call.
  return Object.assign(filter, { preserveInputIdentity: true });
}

/** What models are told of a tool; for counting. */
function definitionOf(tool: object): object {
  const { name, description, parameters, providerData }: Readonly<Record<string, unknown>> = {
    ...tool,
  };
  return { name, description, parameters, providerData };
}
