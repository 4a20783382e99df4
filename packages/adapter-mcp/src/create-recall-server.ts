import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import {
  CallToolRequestSchema,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
  type CallToolResult,
  type Tool,
} from '@modelcontextprotocol/sdk/types.js';
import { describeValue, OptionError, type ToolDefinition } from '@palimpsest/core-types';
import type { Originals } from '@palimpsest/originals';
import { answerRecall, RECALL_TOOL, SEARCH_TOOL } from '@palimpsest/originals/recall';
import {
  createHistorySearch,
  InputMistake,
  LIST_TOOL,
  listOriginals,
} from '@palimpsest/originals/search';

/** The tools of the server. The list never changes, so hosts may cache it. */
const SERVER_TOOLS: readonly Tool[] = [RECALL_TOOL, LIST_TOOL, SEARCH_TOOL].map(toTool);

export interface RecallServerOptions {
  /** The session whose originals the server returns. The server has no access to other sessions. */
  readonly originals: Originals;
  /** Name of the server. @default 'palimpsest-recall' */
  readonly name?: string;
  /** Version of the server. @default '1' */
  readonly version?: string;
  /** Maximum length of an original's text in one answer of `recall`, in UTF-16 units: a whole number of at least 100. @default 16000 */
  readonly maxCharacters?: number;
}

/**
 * Creates an MCP server with the tools `recall`, `list_originals` and `search_history`. Reads the manifest again before each answer, to
 * include what other processes saved. Returns errors for invalid input from the model and for failures of the store as results with `isError`. Register your own
 * tools on a separate server.
 *
 * @throws {OptionError} when an option is invalid
 */
export function createRecallServer(options: RecallServerOptions): McpServer {
  const { originals, name, version, maxCharacters } = checkOptions(options);
  const server = new McpServer({ name, version });
  server.server.registerCapabilities({ tools: {} });
  const search = createHistorySearch(originals);
  const callTool = async (tool: string, input: unknown): Promise<CallToolResult> => {
    await originals.refresh();
    if (tool === 'list_originals') return toResult(await listOriginals(originals, input));
    if (tool === 'search_history') return toResult(await search(input));
    const { text, isError } = await answerRecall(originals, input, { maxCharacters });
    return toResult(text, isError);
  };
  // Returns the definitions unchanged. Registering the tools with a schema library would change them.
  server.server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [...SERVER_TOOLS] }));
  server.server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    const isKnown = SERVER_TOOLS.some((tool) => tool.name === params.name);
    if (!isKnown) {
      const names = SERVER_TOOLS.map((tool) => tool.name).join(', ');
      const seen = describeValue(params.name);
      throw new McpError(
        ErrorCode.InvalidParams,
        `Unknown tool ${seen}; expected one of ${names}.`,
      );
    }
    try {
      return await callTool(params.name, params.arguments ?? {});
    } catch (error) {
      return toResult(toErrorText(error), true);
    }
  });
  return server;
}

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

function toResult(text: string, isError = false): CallToolResult {
  return { content: [{ type: 'text', text }], ...(isError ? { isError } : {}) };
}

/** Returns the error text for the model, without messages of the file system: they contain paths that the model must not see. */
function toErrorText(error: unknown): string {
  if (error instanceof InputMistake) return error.message;
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined;
  const why = typeof code === 'string' && /^\w{1,40}$/.test(code) ? ` (${code})` : '';
  return `Removed content could not be read${why}. Trying again may help.`;
}

function checkOptions({
  originals,
  name = 'palimpsest-recall',
  version = '1',
  maxCharacters = 16_000,
  ...others
}: RecallServerOptions): Required<RecallServerOptions> {
  if (typeof originals?.recall !== 'function' || typeof originals.refresh !== 'function') {
    throw new OptionError('originals', originals, 'what openOriginals() returns');
  }
  for (const [option, value] of Object.entries({ name, version })) {
    if (typeof value !== 'string' || value === '') throw new OptionError(option, value, 'a text');
  }
  if (!Number.isSafeInteger(maxCharacters) || maxCharacters < 100) {
    throw new OptionError('maxCharacters', maxCharacters, 'a whole number of at least 100');
  }
  for (const option of Object.keys(others)) {
    throw new OptionError('options', option, 'one of originals, name, version, maxCharacters');
  }
  return { originals, name, version, maxCharacters };
}
