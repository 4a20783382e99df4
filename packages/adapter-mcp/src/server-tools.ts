import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import type { ToolDefinition } from '@palimpsest/core-types';
import { RECALL_TOOL, SEARCH_TOOL } from '@palimpsest/originals/recall';
import { LIST_TOOL } from '@palimpsest/originals/search';

/** The tools of the server. The list never changes, so hosts may cache it. */
export const SERVER_TOOLS: readonly Tool[] = [RECALL_TOOL, LIST_TOOL, SEARCH_TOOL].map(toTool);

/** Returns a tool in the format of MCP. The tools only read, and only from the store. */
function toTool({ name, description, inputSchema }: ToolDefinition): Tool {
  const { type, properties, required } = inputSchema;
  return {
    name,
    description,
    inputSchema: {
      type,
      properties,
      ...(required === undefined ? {} : { required: [...required] }),
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
  };
}
