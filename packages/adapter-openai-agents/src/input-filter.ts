import { openaiAgents } from '@palimpsest/formats/openai-agents';
import type { AgentInputItem, CallModelInputFilter } from '@openai/agents';
import { fieldsOf, hasAnyField, type Adapter } from '@palimpsest/adapter';
import type { UsageReports } from './usage-reports.ts';

/** The newest whole input of each agent. */
export type ModelInputs = WeakMap<object, readonly AgentInputItem[]>;

/** Creates a filter that rewrites model input. Unchanged items are the SDK's own objects. */
export function createInputFilter(
  adapter: Adapter,
  reports: UsageReports,
  inputs: ModelInputs,
): CallModelInputFilter {
  const writeSources = createSourceWriter();
  const filter: CallModelInputFilter = async ({ modelData, agent }) => {
    const { input, instructions } = modelData;
    const { model, modelSettings, tools } = agent;
    if (isServerManaged(input, modelSettings)) return modelData;
    const { messages, report } = await adapter.adapt<AgentInputItem>(openaiAgents, input, {
      model: typeof model === 'string' && model !== '' ? model : undefined,
      maxOutputTokens: modelSettings.maxTokens,
      overhead: { system: instructions ?? '', tools: tools.map(toDefinition) },
    });
    reports.remember(agent, report);
    // A copy, because `writeSources` changes the array.
    inputs.set(agent, [...input]);
    const sent = messages === input ? input : [...messages];
    writeSources(input, sent);
    return sent === input ? modelData : { ...modelData, input: sent };
  };
  // Items are never mutated, so the SDK need not copy them per call.
  return Object.assign(filter, { preserveInputIdentity: true });
}

/** Returns a tool definition as models see it, for counting. */
function toDefinition(tool: object): object {
  const { name, description, parameters, providerData } = fieldsOf(tool);
  return { name, description, parameters, providerData };
}

/** Call parameters by which a conversation stored at the provider continues. */
const CONVERSATION_PARAMETERS = [
  'previous_response_id',
  'previousResponseId',
  'conversation',
] as const;

/**
 * Returns whether items continue a server-managed conversation. Filters cannot see `conversationId` and `previousResponseId`; but then they
 * get only new items, such as results without their calls.
 */
function isServerManaged(items: readonly AgentInputItem[], settings: object | undefined): boolean {
  if (hasAnyField(fieldsOf(settings)['providerData'], CONVERSATION_PARAMETERS)) return true;
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

/**
 * Creates a function that writes the sources of the sent items into the SDK's input array, which keeps compressed items out of sessions. After a
 * filter, the SDK searches this array for the source of each sent item. It stores an item without a source as new, or in place of the first
 * missing item. So the array must also contain the sent items' sources.
 */
function createSourceWriter(): (input: AgentInputItem[], sent: readonly AgentInputItem[]) => void {
  const sentBefore = new WeakSet<AgentInputItem>();
  return (input, sent) => {
    const unchanged = new Set(sent);
    const inputItems = new Set(input);
    // An item that was input before is stored already. Of any other, the session would store the sent form without its source.
    const newItems = new Map<string, AgentInputItem[]>();
    for (const item of input) {
      if (unchanged.has(item) || sentBefore.has(item)) continue;
      const sameKind = newItems.get(sourceKey(item));
      if (sameKind === undefined) newItems.set(sourceKey(item), [item]);
      else sameKind.push(item);
    }
    for (const item of input) sentBefore.add(item);
    // From the end: a note precedes the items that it describes.
    const sources = sent
      .toReversed()
      .map((item) =>
        inputItems.has(item) ? item : (newItems.get(sourceKey(item))?.pop() ?? item),
      );
    input.splice(0, input.length, ...sources.toReversed());
  };
}

/** Returns a key that is equal for an item and its compressed form. */
function sourceKey(item: AgentInputItem): string {
  const { type = 'message', role, callId } = fieldsOf(item);
  return JSON.stringify([type, role, callId]);
}
