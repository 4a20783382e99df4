import type { ToolDefinition } from '@palimpsest/core-types';

/** Passages in an answer: default and maximum. */
export const PASSAGES = { default: 8, max: 50 } as const;

/** Maximum length of a query, in UTF-16 units. */
export const MAX_QUERY_LENGTH = 500;

/** The tool that searches originals, in the format of MCP. Identical in every request, so that it does not break the prompt cache. */
export const SEARCH_TOOL: ToolDefinition<'search_history'> = Object.freeze({
  name: 'search_history',
  description:
    'Searches what was taken out of this conversation for words, names, paths or parts of them. Gives the best passages, each with the arguments with which recall gives its lines.',
  inputSchema: {
    type: 'object',
    properties: {
      query: {
        type: 'string',
        minLength: 1,
        maxLength: MAX_QUERY_LENGTH,
        description:
          'The words to look for. Passages with more of them, and rarer ones, come first.',
      },
      limit: {
        type: 'integer',
        minimum: 1,
        maximum: PASSAGES.max,
        description: `How many passages to give at most. Default ${PASSAGES.default}.`,
      },
      offset: {
        type: 'integer',
        minimum: 0,
        description: 'How many messages to pass over, where an answer says so. Default 0.',
      },
    },
    required: ['query'],
  },
} as const);
