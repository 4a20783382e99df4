import { fieldsOf, isProviderRun, reduceToolOutput, type Adapter } from '@palimpsest/adapter';

/** A tool of a Mastra agent, from `createTool`. */
export interface MastraTool {
  // Its argument is the tool's return value.
  readonly toModelOutput?: ((output: never) => unknown) | undefined;
}

/** Wraps tools by name. Returns new objects; the passed ones do not change. */
export type ToolWrapper = <Tools extends Readonly<Record<string, MastraTool>>>(
  tools: Tools,
) => Tools;

/**
 * Creates a function that wraps tools: an output above the setting `compression.ingestTokens` is reduced before the model sees it. Excludes the
 * recall tool, because the model requested its whole result, and tools that the provider runs.
 */
export function createIngestWrapper(adapter: Adapter, recallTool: object): ToolWrapper {
  return (tools) => {
    const wrapped = Object.entries(tools).map(([toolName, tool]) => {
      if (tool === recallTool || isProviderRun(tool)) return [toolName, tool] as const;
      const toModelOutput = async (output: never): Promise<unknown> => {
        if (isInputError(output)) return undefined;
        const custom = tool.toModelOutput?.(output);
        const converted: unknown = await Promise.resolve(custom ?? defaultModelOutput(output));
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

/** Returns what Mastra sends for the output of a tool without `toModelOutput`. */
function defaultModelOutput(output: unknown): object {
  return { type: typeof output === 'string' ? 'text' : 'json', value: output };
}

/** Returns whether an output is Mastra's error for an input that violates the schema. */
function isInputError(output: unknown): boolean {
  const { error, validationErrors } = fieldsOf(output);
  return error === true && validationErrors !== undefined;
}
