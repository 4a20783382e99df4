import { createTool, type Tool } from '@mastra/core/tools';
import { fieldsOf, type AgentTool } from '@palimpsest/adapter';
import type { RecallAnswer } from '@palimpsest/originals/recall';

export type AgentMastraTool = Tool<unknown, unknown, unknown, unknown, never, AgentTool['name']>;

/** Returns a tool for Mastra. A mistake of the model gets an answer in words, marked as a failure. */
export function toMastraTool({ name, description, inputSchema, run }: AgentTool): AgentMastraTool {
  return createTool({
    id: name,
    description,
    inputSchema,
    execute: run,
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
