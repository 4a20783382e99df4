import type { FunctionDeclaration } from '@google/genai';
import type { Adapter } from '@palimpsest/adapter';
import { RECALL_TOOL } from '@palimpsest/originals/recall';

/** The recall tool for `config.tools[].functionDeclarations`, for callers that execute calls themselves. Frozen, equal in every request. */
export const RECALL_DECLARATION: FunctionDeclaration = Object.freeze({
  name: RECALL_TOOL.name,
  description: RECALL_TOOL.description,
  parametersJsonSchema: RECALL_TOOL.inputSchema,
});

/** Executes a recall call. Returns the value for `functionResponse.response`: `output`, or `error` for a mistake of the model. */
export async function recallResponse(
  adapter: Pick<Adapter, 'recall'>,
  input: unknown,
): Promise<Record<string, string>> {
  const { text, isError } = await adapter.recall(input);
  return isError ? { error: text } : { output: text };
}
