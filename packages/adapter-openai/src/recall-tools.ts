import type { Adapter } from '@palimpsest/adapter';
import { RECALL_TOOL } from '@palimpsest/originals/recall';

/** The recall tool for chat completions. Its function is not sent: JSON has none. */
export interface ChatRecallTool {
  readonly type: 'function';
  readonly function: {
    readonly name: 'recall';
    readonly description: string;
    readonly parameters: Record<string, unknown>;
    /** Always returns a text, also if nothing was found. */
    readonly function: (input: string) => Promise<string>;
  };
}

/** The recall tool for the Responses API. */
export interface ResponsesRecallTool {
  readonly type: 'function';
  readonly name: 'recall';
  readonly description: string;
  readonly parameters: Record<string, unknown>;
  /** A strict tool has no optional parameters. */
  readonly strict: false;
}

const { name, description, inputSchema } = RECALL_TOOL;
const parameters: Record<string, unknown> = { ...inputSchema };

export const RESPONSES_RECALL_TOOL: ResponsesRecallTool = Object.freeze({
  type: 'function',
  name,
  description,
  parameters,
  strict: false,
});

/** Creates the tool. Every adapter sends the same definition. */
export function chatRecallTool(recall: Adapter['recall']): ChatRecallTool {
  const answer = async (input: string): Promise<string> => (await recall(input)).text;
  return { type: 'function', function: { name, description, parameters, function: answer } };
}
