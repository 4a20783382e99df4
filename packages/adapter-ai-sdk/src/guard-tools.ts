import { aiSdk } from '@palimpsest/formats/ai-sdk';
import type { Adapter } from '@palimpsest/adapter';
import type { Tool, ToolSet } from 'ai';

/** Wraps tools by name. Does not change the passed objects. Of a tool that streams its output, only the last value is passed on. */
export type GuardTools = <Tools extends ToolSet>(tools: Tools) => Tools;

/** Wraps tools so that a call that would copy a marker of a compression fails, with an error that tells the model what to do. */
export function guardTools(adapter: Adapter, recallTool: object): GuardTools {
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
  return (tools) =>
    Object.fromEntries(
      Object.entries(tools).map(([name, tool]) => [name, guardOne(name, tool as Tool)]),
    ) as typeof tools;
}

function isStream(output: unknown): output is AsyncIterable<unknown> {
  return typeof output === 'object' && output !== null && Symbol.asyncIterator in output;
}
