import type { Adapter } from '@palimpsest/adapter';
import { PalimpsestError } from '@palimpsest/core-types';
import { RECALL_TOOL } from '@palimpsest/originals/recall';

/** The recall tool for the Messages API. Its functions are not sent: JSON has none. */
export interface AnthropicRecallTool {
  readonly name: 'recall';
  readonly description: string;
  readonly input_schema: {
    readonly type: 'object';
    readonly properties: Record<string, unknown>;
    readonly required: string[];
  };
  /** For the tool runner: throws if there is no text, so that the result is an error. */
  readonly run: (input: unknown) => Promise<string>;
  /** Accepts any input; an invalid one gets an answer in words. */
  readonly parse: (input: unknown) => unknown;
}

const { name, description, inputSchema } = RECALL_TOOL;
const input_schema: AnthropicRecallTool['input_schema'] = {
  type: 'object',
  properties: { ...inputSchema.properties },
  required: [...inputSchema.required],
};

/** Creates the tool. Every adapter sends the same definition. */
export function anthropicRecallTool(recall: Adapter['recall']): AnthropicRecallTool {
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
