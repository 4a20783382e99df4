import type { Adapter } from '@palimpsest/adapter';
import { RECALL_TOOL, type RecallAnswer } from '@palimpsest/recall';
import { jsonSchema, type Tool } from 'ai';

/** The recall tool as the AI SDK has tools. What the model sends is not checked here, so that mistakes are answered in words. */
export function createRecallTool(adapter: Adapter): Tool<unknown, RecallAnswer> {
  const { description, inputSchema } = RECALL_TOOL;
  return {
    description,
    inputSchema: jsonSchema({ ...inputSchema, required: [...inputSchema.required] }),
    execute: async (input) => await adapter.recall(input),
    toModelOutput: ({ output: { text, isError } }) => ({
      type: isError ? 'error-text' : 'text',
      value: text,
    }),
  };
}
