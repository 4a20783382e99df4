import type { FunctionDeclaration } from '@google/genai';
import type { AgentTool } from '@palimpsest/adapter';
import { RECALL_TOOL } from '@palimpsest/originals/recall';

/** The recall tool for `config.tools[].functionDeclarations`, for callers that execute calls themselves. Frozen. */
export const RECALL_DECLARATION: FunctionDeclaration = Object.freeze(
  toFunctionDeclaration(RECALL_TOOL),
);

export function toFunctionDeclaration({
  name,
  description,
  inputSchema,
}: Pick<AgentTool, 'name' | 'description'> & {
  readonly inputSchema: object;
}): FunctionDeclaration {
  return { name, description, parametersJsonSchema: inputSchema };
}

/** Runs a tool. Returns the value for `functionResponse.response`: `output`, or `error` for invalid input from the model. */
export async function executeCall(
  { run }: Pick<AgentTool, 'run'>,
  input: unknown,
): Promise<Record<string, string>> {
  const { text, isError } = await run(input);
  return isError ? { error: text } : { output: text };
}
