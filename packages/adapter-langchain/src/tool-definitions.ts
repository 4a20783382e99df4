import { isLangChainTool } from '@langchain/core/tools';
import { convertToOpenAITool } from '@langchain/core/utils/function_calling';

/** Schemas are turned into JSON once for each tool. */
const known = new WeakMap<object, unknown>();

/** What models are told of tools, as near as one comes to it without knowing the provider; for counting. */
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
