import { fieldsOf, type AdaptRequest, hasAnyField, toUsageStats } from '@palimpsest/adapter';
import { isLangChainTool } from '@langchain/core/tools';
import { convertToOpenAITool } from '@langchain/core/utils/function_calling';
import type { UsageStats } from '@palimpsest/core-types';

/**
 * Returns the name of a model, its context window and its output limit, as far as known. Each provider has its own names for them; `bound` is
 * the model behind a binding.
 */
export function modelFacts(
  model: unknown,
): Pick<AdaptRequest, 'model' | 'contextLimit' | 'maxOutputTokens'> {
  const given = fieldsOf(model);
  const own = given['bound'] === undefined ? given : fieldsOf(given['bound']);
  const name = typeof model === 'string' ? model : (own['model'] ?? own['modelName']);
  return {
    model: typeof name === 'string' && name !== '' ? name : undefined,
    contextLimit: limitOf(fieldsOf(own['profile'])['maxInputTokens']),
    maxOutputTokens: limitOf(own['maxTokens']) ?? limitOf(own['maxOutputTokens']),
  };
}

/** Returns a limit if it is a positive integer. Some models use -1 for no limit. */
export function limitOf(value: unknown): number | undefined {
  return Number.isSafeInteger(value) && Number(value) > 0 ? Number(value) : undefined;
}

/** Call parameters by which a conversation stored at the provider continues. */
const CONTINUES = [
  'previous_response_id',
  'previousResponseId',
  'conversation',
  'previous_interaction_id',
  'previousInteractionId',
] as const;

/** Members in which models and bindings keep call parameters. */
const PLACES = ['modelKwargs', 'invocationKwargs', 'kwargs', 'defaultOptions', 'config'] as const;

/**
 * Returns whether calls continue a server-managed conversation, whose messages must not be rewritten.
 *
 * @param settings parameters of this call
 */
export function isServerManaged(model: unknown, settings: unknown): boolean {
  const own = fieldsOf(model);
  const bound = fieldsOf(own['bound']);
  const places = PLACES.flatMap((place) => [own[place], bound[place]]);
  return [settings, ...places].some((place) => hasAnyField(place, CONTINUES));
}

/** Each tool's schema is converted to JSON once. */
const known = new WeakMap<object, unknown>();

/** Returns tool definitions for counting, as close as possible without knowing the provider. */
export function toolDefinitions(tools: readonly unknown[]): readonly unknown[] {
  return tools.map((tool) => {
    if (typeof tool !== 'object' || tool === null) return tool;
    if (!known.has(tool)) known.set(tool, definitionOf(tool));
    return known.get(tool);
  });
}

function definitionOf(tool: object): unknown {
  return isLangChainTool(tool) ? convertToOpenAITool(tool) : tool;
}

/** Converts `usage_metadata` of a response. Returns `undefined` without a prompt count. */
export function usageStats(answer: unknown): UsageStats | undefined {
  const counted = fieldsOf(fieldsOf(answer)['usage_metadata']);
  const details = fieldsOf(counted['input_token_details']);
  return toUsageStats({
    prompt: counted['input_tokens'],
    completion: counted['output_tokens'],
    total: counted['total_tokens'],
    cached: details['cache_read'],
    created: details['cache_creation'],
  });
}
