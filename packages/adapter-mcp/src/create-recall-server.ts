import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import {
  CallToolRequestSchema,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
  type CallToolResult,
} from '@modelcontextprotocol/sdk/types.js';
import { describeValue, OptionError } from '@palimpsest/core-types';
import type { Originals } from '@palimpsest/originals';
import { answerRecall } from '@palimpsest/recall';
import { listOriginals } from './list-originals.ts';
import { InputMistake, type ToolInput } from './read-input.ts';
import { createSessionSearch } from './search/search-session.ts';
import { searchOriginals } from './search-originals.ts';
import { SERVER_TOOLS } from './server-tools.ts';

export interface RecallServerOptions {
  /** The session whose originals the server gives; of no other anything is known. */
  readonly originals: Originals;
  /** What the server calls itself. @default 'palimpsest-recall' */
  readonly name?: string;
  /** @default '1' */
  readonly version?: string;
  /** Most characters of an original in one answer of `recall`, in UTF-16 units: a whole number of at least 100. @default 16000 */
  readonly maxCharacters?: number;
}

/**
 * An MCP server with the tools `recall`, `list_originals` and `search_originals`, to be connected to a transport. Before each answer the
 * manifest is read again, for what others kept since. Mistakes of a model, and a store that fails, are answered as results with `isError`.
 * Tools of your own belong into a server of their own.
 *
 * @throws {OptionError} for options that cannot be meant
 */
export function createRecallServer(options: RecallServerOptions): McpServer {
  const { originals, name, version, maxCharacters } = checked(options);
  const server = new McpServer({ name, version });
  server.server.registerCapabilities({ tools: {} });
  const search = createSessionSearch(originals);
  const answer = async (tool: string, input: ToolInput): Promise<CallToolResult> => {
    await originals.refresh();
    if (tool === 'list_originals') return result(await listOriginals(originals, input));
    if (tool === 'search_originals') {
      return result(await searchOriginals({ search, originals }, input));
    }
    const { text, isError } = await answerRecall(originals, input, { maxCharacters });
    return result(text, isError);
  };
  // Definitions are handed on as they are, which tools registered by a schema library would not be.
  server.server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [...SERVER_TOOLS] }));
  server.server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    const known = SERVER_TOOLS.some((tool) => tool.name === params.name);
    if (!known) {
      const names = SERVER_TOOLS.map((tool) => tool.name).join(', ');
      const seen = describeValue(params.name);
      throw new McpError(ErrorCode.InvalidParams, `No tool ${seen}; there are ${names}.`);
    }
    try {
      return await answer(params.name, params.arguments ?? {});
    } catch (error) {
      return result(sentenceOf(error), true);
    }
  });
  return server;
}

function result(text: string, isError = false): CallToolResult {
  return { content: [{ type: 'text', text }], ...(isError ? { isError } : {}) };
}

/** Messages of a file system name paths, which are nobody's business who may only ask for originals. */
function sentenceOf(error: unknown): string {
  if (error instanceof InputMistake) return error.message;
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined;
  const why = typeof code === 'string' && /^\w{1,40}$/.test(code) ? ` (${code})` : '';
  return `What was taken out could not be read${why}. Trying again may help.`;
}

function checked({
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
    throw new OptionError('options', option, 'originals, name, version, maxCharacters');
  }
  return { originals, name, version, maxCharacters };
}
