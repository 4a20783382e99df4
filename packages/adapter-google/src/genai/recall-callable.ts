import type { CallableTool, FunctionDeclaration, Part } from '@google/genai';
import type { Adapter } from '@palimpsest/adapter';
import { RECALL_TOOL } from '@palimpsest/recall';

/** The recall tool as `config.tools[].functionDeclarations` takes it, for who answers calls alone. Frozen, the same in every request. */
export const RECALL_DECLARATION: FunctionDeclaration = Object.freeze({
  name: RECALL_TOOL.name,
  description: RECALL_TOOL.description,
  parametersJsonSchema: RECALL_TOOL.inputSchema,
});

/** The SDK hands every callable tool all calls of a turn, so that those of other tools are passed over. */
export function recallCallable(adapter: Pick<Adapter, 'recall'>): CallableTool {
  return {
    tool: async () => ({ functionDeclarations: [RECALL_DECLARATION] }),
    async callTool(calls) {
      const parts: Part[] = [];
      for (const { id, name, args } of calls) {
        if (name !== RECALL_TOOL.name) continue;
        const { text, isError } = await adapter.recall(args);
        const response = isError ? { error: text } : { output: text };
        const answered = id === undefined ? {} : { id };
        parts.push({ functionResponse: { ...answered, name, response } });
      }
      return parts;
    },
  };
}
