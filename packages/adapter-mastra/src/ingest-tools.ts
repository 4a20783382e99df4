import { fieldsOf, isProviderRun, reduceToolOutput, type Adapter } from '@palimpsest/adapter';

/** A tool of a Mastra agent, from `createTool`. */
export interface MastraTool {
  // Its argument is the tool's return value.
  readonly toModelOutput?: ((output: never) => unknown) | undefined;
}

/** Wraps tools by name. Returns new objects; the given ones do not change. */
export type IngestTools = <Tools extends Readonly<Record<string, MastraTool>>>(
  tools: Tools,
) => Tools;

/** Excludes the recall tool: the model asked for its whole result. */
export function ingestTools(adapter: Adapter, recallTool: object): IngestTools {
  return (tools) => {
    const wrapped = Object.entries(tools).map(([toolName, tool]) => {
      if (tool === recallTool || isProviderRun(tool)) return [toolName, tool] as const;
      const toModelOutput = async (output: never): Promise<unknown> => {
        if (isRefusal(output)) return undefined;
        const own = tool.toModelOutput?.(output);
        const converted: unknown = await Promise.resolve(own ?? modelOutput(output));
        return await reduceToolOutput(converted, (result) => adapter.ingest({ toolName, result }));
      };
      return [toolName, withMembers(tool, { toModelOutput })] as const;
    });
    // Same names and tools; only one member of each differs.
    return Object.fromEntries(wrapped) as typeof tools;
  };
}

/** Copies a tool with changed members. Mastra's tools are class instances. */
function withMembers<Tool extends object>(tool: Tool, members: object): Tool {
  const copy = Object.create(Object.getPrototypeOf(tool) as object) as Tool;
  return Object.assign(copy, tool, members);
}

/** Returns the output Mastra sends for a result that no tool converts. */
function modelOutput(output: unknown): object {
  return { type: typeof output === 'string' ? 'text' : 'json', value: output };
}

/** Returns whether an output is Mastra's answer to an input that violates the schema. */
function isRefusal(output: unknown): boolean {
  const { error, validationErrors } = fieldsOf(output);
  return error === true && validationErrors !== undefined;
}
