import { isProviderRun, reduceToolOutput, type Adapter } from '@palimpsest/adapter';
import { aiSdk } from '@palimpsest/formats/ai-sdk';
import type { Tool, ToolSet } from 'ai';

/** Wraps tools by name, or one tool. Does not change the passed objects. */
export interface ToolWrapper {
  <Tools extends ToolSet>(tools: Tools): Tools;
  <OneTool extends Tool>(toolName: string, tool: OneTool): OneTool;
}

/** Wraps tools by name. Does not change the passed objects. Of a tool that streams its output, only the last value is passed on. */
export type GuardTools = <Tools extends ToolSet>(tools: Tools) => Tools;

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
  return (toolsOrName: ToolSet | string, tool?: Tool): Tool & ToolSet =>
    (typeof toolsOrName === 'string'
      ? ingestOne(toolsOrName, tool!)
      : mapTools(toolsOrName, ingestOne)) as Tool & ToolSet;
}

/** Creates a function that wraps tools: a call that would copy a marker of a compression fails, with an error that tells the model what to do. */
export function createGuardWrapper(adapter: Adapter, recallTool: object): GuardTools {
  function guardOne(name: string, tool: Tool): Tool {
    const execute = tool.execute?.bind(tool);
    if (execute === undefined || tool === recallTool) return tool;
    return {
      ...tool,
      async execute(parameters: unknown, options: Parameters<typeof execute>[1]) {
        const reason = await adapter.guard(aiSdk, { name, parameters }, options.messages);
        if (reason !== undefined) throw new Error(reason);
        const output: unknown = await execute(parameters, options);
        if (!isStream(output)) return output;
        let last: unknown;
        for await (last of output);
        return last;
      },
    };
  }
  return (tools) => mapTools(tools, guardOne);
}

function mapTools<Tools extends ToolSet>(
  tools: Tools,
  wrap: (name: string, tool: Tool) => Tool,
): Tools {
  const entries = Object.entries(tools).map(([name, tool]) => [name, wrap(name, tool as Tool)]);
  return Object.fromEntries(entries) as Tools;
}

/** Returns what the AI SDK sends for the output of a tool without `toModelOutput`. */
function defaultModelOutput(
  output: unknown,
): Awaited<ReturnType<NonNullable<Tool['toModelOutput']>>> {
  if (typeof output === 'string') return { type: 'text', value: output };
  return { type: 'json', value: JSON.parse(JSON.stringify(output ?? null) ?? 'null') };
}

function isStream(output: unknown): output is AsyncIterable<unknown> {
  return typeof output === 'object' && output !== null && Symbol.asyncIterator in output;
}
