import type { ToolDefinition } from '@palimpsest/core-types';
import { InputMistake, readCount, readToolInput } from '../tool-input.ts';

/** Maximum number of lines in an answer, unless the model sets `limit`. */
const DEFAULT_LINES = 200;

/** The recall tool as it is offered to a model. Frozen and identical in every request, so that it does not break the prompt cache. */
export const RECALL_TOOL: ToolDefinition<'recall'> = Object.freeze({
  name: 'recall',
  description:
    'Gives back what was taken out of this conversation to save room. A shortened text begins with its id, such as #1f0c9a3e, and shows …3 where 3 lines were left out. Ask with that id for the lines you need. The first line of an answer says which lines it holds, of how many, and how to ask for those that follow.',
  inputSchema: Object.freeze({
    type: 'object',
    properties: Object.freeze({
      id: Object.freeze({
        type: 'string',
        description:
          'The id: 8 or more of its digits, as in 1f0c9a3e, with or without # in front. 1f0c9a3e.2 is the second tool result of the same message.',
      }),
      offset: Object.freeze({
        type: 'integer',
        minimum: 1,
        description: 'The first line to give, counted from 1. Default 1.',
      }),
      limit: Object.freeze({
        type: 'integer',
        minimum: 1,
        description: `How many lines to give at most. Default ${DEFAULT_LINES}. An answer that grows too long ends earlier and says so.`,
      }),
      column: Object.freeze({
        type: 'integer',
        minimum: 1,
        description:
          'The character of the first line to begin with, counted from 1, for a line too long for one answer. Default 1.',
      }),
    }),
    required: Object.freeze(['id'] as const),
  }),
} as const);

/** The parsed input of the recall tool. */
export interface RecallInput {
  /** The first 8 or more digits of an id, in lower case. */
  readonly id: string;
  /** 1-based position of the tool result in the message. */
  readonly position: number;
  readonly offset: number;
  readonly limit: number;
  readonly column: number;
  /** The limit, if the model set one. */
  readonly givenLimit: number | undefined;
}

const ID = /^#?([\da-f]{8,64})(?:\.([1-9]\d{0,3}))?$/;
/** Maximum length of an id argument in UTF-16 units. No id is longer, so a huge text is not searched. */
const MAX_ID_LENGTH = 80;

/**
 * Parses a recall id: `1f0c9a3e`, or `1f0c9a3e.2` for the second tool result of a message, with or without `#`. Returns the digits of the id
 * in lower case and the 1-based position; `undefined` for anything else.
 */
export function parseRecallId(
  id: unknown,
): { readonly digits: string; readonly position: number } | undefined {
  if (typeof id !== 'string' || id.length > MAX_ID_LENGTH) return undefined;
  const [, digits, position = '1'] = ID.exec(id.trim().toLowerCase()) ?? [];
  return digits === undefined ? undefined : { digits, position: Number(position) };
}

/**
 * Parses what the model sent: an object, or its JSON text.
 *
 * @throws {InputMistake} when an argument is invalid or unknown
 */
export function readRecallInput(input: unknown): RecallInput {
  // Ignoring an unknown argument would return other lines than the model requested.
  const given = readToolInput(input, ['id', 'offset', 'limit', 'column']);
  const id = parseRecallId(given['id']);
  if (id === undefined) {
    const expected = 'the first 8 or more of 64 digits 0-9 and a-f, as in 1f0c9a3e or 1f0c9a3e.2';
    throw new InputMistake('id', given['id'], expected);
  }
  const [offset, limit, column] = [
    readCount(given, 'offset', { default: 1, min: 1 }),
    readCount(given, 'limit', { default: DEFAULT_LINES, min: 1 }),
    readCount(given, 'column', { default: 1, min: 1 }),
  ];
  const givenLimit = (given['limit'] ?? undefined) === undefined ? undefined : limit;
  return { id: id.digits, position: id.position, offset, limit, column, givenLimit };
}
