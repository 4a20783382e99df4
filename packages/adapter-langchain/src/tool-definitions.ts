import { isLangChainTool } from '@langchain/core/tools';
import { convertToOpenAITool } from '@langchain/core/utils/function_calling';

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
