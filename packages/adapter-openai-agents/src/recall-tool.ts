import { tool, type FunctionTool } from '@openai/agents';
import type { Adapter } from '@palimpsest/adapter';
import { RECALL_TOOL } from '@palimpsest/recall';

/** The recall tool as the Agents SDK has tools. What the model sends is not checked here, so that mistakes are answered in words. */
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
