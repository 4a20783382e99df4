import { tool, type FunctionTool } from '@openai/agents';
import type { Adapter } from '@palimpsest/adapter';
import { RECALL_TOOL } from '@palimpsest/recall';

/** Creates the recall tool for the Agents SDK. It accepts any input, so that mistakes of the model get an answer in words. */
export function createRecallTool({ recall }: Pick<Adapter, 'recall'>): FunctionTool {
  const { name, description, inputSchema } = RECALL_TOOL;
  const { type, properties, required } = inputSchema;
  const created: unknown = tool({
    name,
    description,
    parameters: { type, properties, required: [...required], additionalProperties: true },
    strict: false,
    execute: async (input) => (await recall(input)).text,
  });
  return created as FunctionTool;
}
