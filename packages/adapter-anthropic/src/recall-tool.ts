import { PalimpsestError } from '@palimpsest/core-types';
import { RECALL_TOOL, type RecallAnswer } from '@palimpsest/recall';

/** The recall tool as the Messages API takes it. What answers it is not sent: JSON has no functions. */
export interface AnthropicRecallTool {
  readonly name: 'recall';
  readonly description: string;
  readonly input_schema: {
    readonly type: 'object';
    readonly properties: Record<string, unknown>;
    readonly required: string[];
  };
  /** For the tool runner: throws where there is no text, so that the result is an error. */
  readonly run: (input: unknown) => Promise<string>;
  /** Takes any input: what cannot be meant is answered in words. */
  readonly parse: (input: unknown) => unknown;
}

const { name, description, inputSchema } = RECALL_TOOL;
const input_schema: AnthropicRecallTool['input_schema'] = {
  type: 'object',
  properties: { ...inputSchema.properties },
  required: [...inputSchema.required],
};

/** A tool that is sent the same by every adapter. */
export function anthropicRecallTool(
  recall: (input: unknown) => Promise<RecallAnswer>,
): AnthropicRecallTool {
  return {
    name,
    description,
    input_schema,
    parse: (input) => input,
    async run(input) {
      const { text, isError } = await recall(input);
      if (isError) throw new PalimpsestError(text, 'NOT_RECALLED');
      return text;
    },
  };
}
