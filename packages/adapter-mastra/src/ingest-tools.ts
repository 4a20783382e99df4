import type { Adapter } from '@palimpsest/adapter';
import { modelOutput, reduceOutput } from './reduce-output.ts';

/** A tool as an agent of Mastra takes it, from `createTool`. */
export interface MastraTool {
  // What it is given is what the tool returns.
  readonly toModelOutput?: ((output: never) => unknown) | undefined;
}

/** Tools by their names, as new objects; what is given stays as it is. */
export type IngestTools = <Tools extends Readonly<Record<string, MastraTool>>>(
  tools: Tools,
) => Tools;

/** Results of the recall tool stay whole: they are what the model asked to see. */
export function ingestTools(adapter: Adapter, recallTool: object): IngestTools {
  return (tools) => {
    const wrapped = Object.entries(tools).map(([toolName, tool]) => {
      if (tool === recallTool || isProviderRun(tool)) return [toolName, tool] as const;
      const toModelOutput = async (output: never): Promise<unknown> => {
        if (isRefusal(output)) return undefined;
        const own = tool.toModelOutput?.(output);
        const told: unknown = await Promise.resolve(own ?? modelOutput(output));
        return await reduceOutput(told, (result) => adapter.ingest({ toolName, result }));
      };
      return [toolName, withMembers(tool, { toModelOutput })] as const;
    });
    // The very names, with the same tools but for one member.
    return Object.fromEntries(wrapped) as typeof tools;
  };
}

/** Tools of Mastra are of a class. */
function withMembers<Tool extends object>(tool: Tool, members: object): Tool {
  const copy = Object.create(Object.getPrototypeOf(tool) as object) as Tool;
  return Object.assign(copy, tool, members);
}

/** The provider holds those results itself. */
function isProviderRun(tool: object): boolean {
  const { type, execute }: { readonly type?: unknown; readonly execute?: unknown } = tool;
  return typeof type === 'string' && type.startsWith('provider') && execute === undefined;
}

/** What Mastra returns for a tool whose input does not fit its schema. */
function isRefusal(output: unknown): boolean {
  const { error, validationErrors }: { error?: unknown; validationErrors?: unknown } =
    Object(output);
  return error === true && validationErrors !== undefined;
}
