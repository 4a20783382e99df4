import type { FunctionDeclaration } from '@google/genai';
import { RECALL_TOOL } from '@palimpsest/recall';

/** The recall tool as `config.tools[].functionDeclarations` takes it, for who answers calls alone. Frozen, the same in every request. */
export const RECALL_DECLARATION: FunctionDeclaration = Object.freeze({
  name: RECALL_TOOL.name,
  description: RECALL_TOOL.description,
  parametersJsonSchema: RECALL_TOOL.inputSchema,
});
