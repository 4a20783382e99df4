import { createTool, type Tool } from '@mastra/core/tools';
import { fieldsOf, type Adapter } from '@palimpsest/adapter';
import { RECALL_TOOL, type RecallAnswer } from '@palimpsest/originals/recall';

export type RecallMastraTool = Tool<unknown, unknown, unknown, unknown, never, 'recall'>;

/** Creates the recall tool for Mastra. A mistake of the model gets an answer in words, marked as a failure. */
export function createRecallTool(adapter: Adapter): RecallMastraTool {
  const { name, description, inputSchema } = RECALL_TOOL;
  return createTool({
    id: name,
    description,
    inputSchema: { ...inputSchema, required: [...inputSchema.required] },
    execute: async (input: unknown) => await adapter.recall(input),
    toModelOutput: (output: unknown) => {
      const { text, isError } = isAnswer(output) ? output : refusal(output);
      return { type: isError ? 'error-text' : 'text', value: text };
    },
  });
}

function isAnswer(output: unknown): output is RecallAnswer {
  return typeof output === 'object' && output !== null && 'text' in output && 'isError' in output;
}

/** Returns Mastra's message for an input that violates the schema. */
function refusal(output: unknown): RecallAnswer {
  const { message } = fieldsOf(output);
  return { text: typeof message === 'string' ? message : JSON.stringify(output), isError: true };
}
