import { isProviderRun, reduceToolOutput, type Adapter } from '@palimpsest/adapter';
import type { Tool, ToolSet } from 'ai';

/** Wraps tools by name, or one tool. Does not change the passed objects. */
export interface ToolWrapper {
  <Tools extends ToolSet>(tools: Tools): Tools;
  <OneTool extends Tool>(toolName: string, tool: OneTool): OneTool;
}

/**
 * Creates a function that wraps tools: an output above the setting `compression.ingestTokens` is reduced before the model sees it. Excludes the
 * recall tool, because the model requested its whole result, and tools that the provider runs.
 */
export function createIngestWrapper(adapter: Adapter, recallTool: object): ToolWrapper {
  function ingestOne(toolName: string, tool: Tool): Tool {
    if (tool === recallTool || isProviderRun(tool)) return tool;
    const convert = tool.toModelOutput?.bind(tool);
    return {
      ...tool,
      async toModelOutput(call) {
        const output =
          convert === undefined ? defaultModelOutput(call.output) : await convert(call);
        const parameters: unknown = call.input;
        return await reduceToolOutput(output, (result) =>
          adapter.ingest({ toolName, parameters, result }),
        );
      },
    };
  }
  function wrap(toolsOrName: ToolSet | string, tool?: Tool): Tool | ToolSet {
    if (typeof toolsOrName === 'string') return ingestOne(toolsOrName, tool!);
    const tools = Object.entries(toolsOrName).map(([name, one]) => [
      name,
      ingestOne(name, one as Tool),
    ]);
    return Object.fromEntries(tools) as ToolSet;
  }
  return wrap;
}

/** Returns what the AI SDK sends for the output of a tool without `toModelOutput`. */
function defaultModelOutput(
  output: unknown,
): Awaited<ReturnType<NonNullable<Tool['toModelOutput']>>> {
  if (typeof output === 'string') return { type: 'text', value: output };
  return { type: 'json', value: JSON.parse(JSON.stringify(output ?? null) ?? 'null') };
}
