import { isProviderRun, reduceToolOutput, type Adapter } from '@palimpsest/adapter';
import type { Tool, ToolSet } from 'ai';

/** Accepts tools by name, or one tool. Does not change the given objects. */
export interface IngestTools {
  <Tools extends ToolSet>(tools: Tools): Tools;
  <Own extends Tool>(toolName: string, tool: Own): Own;
}

/** Excludes the recall tool: the model asked for its whole result. */
export function ingestTools(adapter: Adapter, recallTool: object): IngestTools {
  function ingestOne(toolName: string, tool: Tool): Tool {
    if (tool === recallTool || isProviderRun(tool)) return tool;
    const own = tool.toModelOutput?.bind(tool);
    return {
      ...tool,
      async toModelOutput(call) {
        const output = own === undefined ? modelOutput(call.output) : await own(call);
        const parameters: unknown = call.input;
        return await reduceToolOutput(output, (result) =>
          adapter.ingest({ toolName, parameters, result }),
        );
      },
    };
  }
  function wrapped(first: ToolSet | string, tool?: Tool): Tool | ToolSet {
    if (typeof first === 'string') return ingestOne(first, tool!);
    const tools = Object.entries(first).map(([name, own]) => [name, ingestOne(name, own as Tool)]);
    return Object.fromEntries(tools) as ToolSet;
  }
  return wrapped;
}

/** Returns the output the AI SDK sends for a result that no tool converts. */
function modelOutput(output: unknown): Awaited<ReturnType<NonNullable<Tool['toModelOutput']>>> {
  if (typeof output === 'string') return { type: 'text', value: output };
  return { type: 'json', value: JSON.parse(JSON.stringify(output ?? null) ?? 'null') };
}
