import type { Adapter } from '@palimpsest/adapter';
import { RECALL_TOOL, type RecallAnswer } from '@palimpsest/recall';
import { jsonSchema, type Tool } from 'ai';

/** Creates the recall tool for the AI SDK. It accepts any input, so that mistakes of the model get an answer in words. */
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
