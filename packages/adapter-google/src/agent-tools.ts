import type { FunctionDeclaration } from '@google/genai';
import type { AgentTool } from '@palimpsest/adapter';
import { RECALL_TOOL } from '@palimpsest/originals/recall';

/** The recall tool for `config.tools[].functionDeclarations`, for callers that execute calls themselves. Frozen, equal in every request. */
export const RECALL_DECLARATION: FunctionDeclaration = Object.freeze(declare(RECALL_TOOL));

/** Returns the declaration of a tool. */
export function declare({
  name,
  description,
  inputSchema,
}: Pick<AgentTool, 'name' | 'description'> & {
  readonly inputSchema: object;
}): FunctionDeclaration {
  return { name, description, parametersJsonSchema: inputSchema };
}

/** Executes a call. Returns the value for `functionResponse.response`: `output`, or `error` for a mistake of the model. */
export async function respond(
  { run }: Pick<AgentTool, 'run'>,
  input: unknown,
): Promise<Record<string, string>> {
  const { text, isError } = await run(input);
  return isError ? { error: text } : { output: text };
}
