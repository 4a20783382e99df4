/** Maximum number of lines in an answer, unless the model sets `limit`. */
export const DEFAULT_LINES = 200;

/** Definition of a tool in the format of MCP. Other providers name `inputSchema` `parameters` or `input_schema`. */
export interface RecallTool {
  readonly name: 'recall';
  readonly description: string;
  /** JSON Schema with only the keywords that every provider accepts. */
  readonly inputSchema: {
    readonly type: 'object';
    readonly properties: Readonly<Record<'id' | 'offset' | 'limit' | 'column', RecallToolProperty>>;
    readonly required: readonly ['id'];
  };
}

interface RecallToolProperty {
  readonly type: 'string' | 'integer';
  readonly minimum?: 1;
  readonly description: string;
}

/** The recall tool as it is offered to a model. Frozen and identical in every request, so that it does not break the prompt cache. */
export const RECALL_TOOL: RecallTool = Object.freeze({
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
