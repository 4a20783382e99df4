import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import { RECALL_TOOL } from '@palimpsest/originals/recall';

/** Originals on a page of the list: default and maximum. */
export const LISTED = { usual: 30, most: 200 } as const;
/** Passages in an answer to a search: default and maximum. */
export const FOUND = { usual: 8, most: 50 } as const;

/** Maximum length of a query, in UTF-16 units. */
export const LONGEST_QUERY = 500;

/** The tools only read, and only from the store. */
const annotations = { readOnlyHint: true, openWorldHint: false } as const;

/** The tools of the server. They are the same in every answer. */
export const SERVER_TOOLS: readonly Tool[] = [
  {
    ...RECALL_TOOL,
    inputSchema: { ...RECALL_TOOL.inputSchema, required: [...RECALL_TOOL.inputSchema.required] },
    annotations,
  },
  {
    name: 'list_originals',
    description:
      'Lists what was taken out of this conversation to save room, in the order in which it was taken out: a line for each message, with its id for recall, who said it, its size and its first line.',
    inputSchema: {
      type: 'object',
      properties: {
        offset: {
          type: 'integer',
          minimum: 0,
          description: 'How many messages to pass over. Default 0.',
        },
        limit: {
          type: 'integer',
          minimum: 1,
          maximum: LISTED.most,
          description: `How many messages to list at most. Default ${LISTED.usual}.`,
        },
      },
    },
    annotations,
  },
  {
    name: 'search_originals',
    description:
      'Searches what was taken out of this conversation for words, names, paths or parts of them. Gives the best passages, each with the arguments with which recall reads on there.',
    inputSchema: {
      type: 'object',
      properties: {
        query: {
          type: 'string',
          minLength: 1,
          maxLength: LONGEST_QUERY,
          description:
            'The words to look for. Passages with more of them, and rarer ones, come first.',
        },
        limit: {
          type: 'integer',
          minimum: 1,
          maximum: FOUND.most,
          description: `How many passages to give at most. Default ${FOUND.usual}.`,
        },
        offset: {
          type: 'integer',
          minimum: 0,
          description: 'How many messages to pass over, where an answer says so. Default 0.',
        },
      },
      required: ['query'],
    },
    annotations,
  },
];
