import { fieldsOf, type AdaptRequest, hasAnyField, toUsageStats } from '@palimpsest/adapter';
import { isLangChainTool } from '@langchain/core/tools';
import { convertToOpenAITool } from '@langchain/core/utils/function_calling';
import type { UsageStats } from '@palimpsest/core-types';

/**
 * Returns the name of a model, its context window and its output limit, as far as known. Each provider has its own names for them; `bound` is
 * the model behind a binding.
 */
export function readModelOptions(
  model: unknown,
): Pick<AdaptRequest, 'model' | 'contextLimit' | 'maxOutputTokens'> {
  const outer = fieldsOf(model);
  const inner = outer['bound'] === undefined ? outer : fieldsOf(outer['bound']);
  const name = typeof model === 'string' ? model : (inner['model'] ?? inner['modelName']);
  return {
    model: typeof name === 'string' && name !== '' ? name : undefined,
    contextLimit: toLimit(fieldsOf(inner['profile'])['maxInputTokens']),
    maxOutputTokens: toLimit(inner['maxTokens']) ?? toLimit(inner['maxOutputTokens']),
  };
}

/** Returns a limit if it is a positive integer. Some models use -1 for no limit. */
export function toLimit(value: unknown): number | undefined {
  return Number.isSafeInteger(value) && Number(value) > 0 ? Number(value) : undefined;
}

/** Call parameters by which a conversation stored at the provider continues. */
const CONVERSATION_PARAMETERS = [
  'previous_response_id',
  'previousResponseId',
  'conversation',
  'previous_interaction_id',
  'previousInteractionId',
] as const;

/** Members in which models and bindings keep call parameters. */
const PARAMETER_MEMBERS = [
  'modelKwargs',
  'invocationKwargs',
  'kwargs',
  'defaultOptions',
  'config',
] as const;

/**
 * Returns whether calls continue a server-managed conversation, whose messages must not be rewritten.
 *
 * @param settings parameters of this call
 */
export function isServerManaged(model: unknown, settings: unknown): boolean {
  const outer = fieldsOf(model);
  const inner = fieldsOf(outer['bound']);
  const stored = PARAMETER_MEMBERS.flatMap((member) => [outer[member], inner[member]]);
  return [settings, ...stored].some((parameters) =>
    hasAnyField(parameters, CONVERSATION_PARAMETERS),
  );
}

/** Definitions by tool: each schema is converted to JSON once. */
const definitions = new WeakMap<object, unknown>();

/** Returns tool definitions for counting, as close as possible without knowing the provider. */
export function toolDefinitions(tools: readonly unknown[]): readonly unknown[] {
  return tools.map((tool) => {
    if (typeof tool !== 'object' || tool === null) return tool;
    if (!definitions.has(tool)) definitions.set(tool, toDefinition(tool));
    return definitions.get(tool);
  });
}

function toDefinition(tool: object): unknown {
  return isLangChainTool(tool) ? convertToOpenAITool(tool) : tool;
}

/** Converts `usage_metadata` of a response. Returns `undefined` without a prompt count. */
export function readUsage(response: unknown): UsageStats | undefined {
  const counted = fieldsOf(fieldsOf(response)['usage_metadata']);
  const details = fieldsOf(counted['input_token_details']);
  return toUsageStats({
    prompt: counted['input_tokens'],
    completion: counted['output_tokens'],
    total: counted['total_tokens'],
    cached: details['cache_read'],
    created: details['cache_creation'],
  });
}
