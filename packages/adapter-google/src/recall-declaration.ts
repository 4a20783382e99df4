import type { FunctionDeclaration } from '@google/genai';
import { RECALL_TOOL } from '@palimpsest/recall';

/** The recall tool for `config.tools[].functionDeclarations`, for callers that execute calls themselves. Frozen, equal in every request. */
export const RECALL_DECLARATION: FunctionDeclaration = Object.freeze({
  name: RECALL_TOOL.name,
  description: RECALL_TOOL.description,
  parametersJsonSchema: RECALL_TOOL.inputSchema,
});
