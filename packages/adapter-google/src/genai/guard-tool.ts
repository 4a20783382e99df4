import { defined } from '@palimpsest/core-types';
import { gemini } from '@palimpsest/formats/gemini';
import type { CallableTool, FunctionCall, Part } from '@google/genai';
import type { Adapter } from '@palimpsest/adapter';

/**
 * Wraps a callable tool so that calls which would copy a marker of a compression do not run.
 *
 * @param contents returns the contents of the newest request
 */
export function guardTool(
  adapter: Pick<Adapter, 'guard'>,
  tool: CallableTool,
  contents: () => readonly unknown[],
): CallableTool {
  async function createRefusal({ id, name = '', args }: FunctionCall): Promise<Part | undefined> {
    const error = await adapter.guard(gemini, { name, parameters: args }, contents());
    if (error === undefined) return undefined;
    return { functionResponse: { ...defined({ id }), name, response: { error } } };
  }
  return {
    tool: () => tool.tool(),
    async callTool(calls) {
      const refusals = await Promise.all(calls.map(createRefusal));
      if (refusals.every((part) => part === undefined)) return await tool.callTool(calls);
      // The SDK passes the calls of other tools, too.
      const { functionDeclarations: declarations = [] } = await tool.tool();
      const parts: Part[] = [];
      // One by one: results without ids belong to calls by their order.
      for (const [index, call] of calls.entries()) {
        const isDeclared = declarations.some(({ name }) => name === call.name);
        const refusal = isDeclared ? refusals[index] : undefined;
        parts.push(...(refusal === undefined ? await tool.callTool([call]) : [refusal]));
      }
      return parts;
    },
  };
}
