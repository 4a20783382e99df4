import type { AgentTool } from '@palimpsest/adapter';
import { PalimpsestError } from '@palimpsest/core-types';

/** A tool for the Messages API. Its functions are not sent: JSON has none. */
export interface AnthropicAgentTool {
  readonly name: AgentTool['name'];
  readonly description: string;
  readonly input_schema: {
    readonly type: 'object';
    readonly properties: Record<string, unknown>;
    readonly required?: string[];
  };
  /** For the tool runner: throws if there is no text, so that the result is an error. */
  readonly run: (input: unknown) => Promise<string>;
  /** Accepts any input; an invalid one gets an answer in words. */
  readonly parse: (input: unknown) => unknown;
}

/** Returns a tool for the Messages API. Every adapter sends the same definition. */
export function toAnthropicTool({
  name,
  description,
  inputSchema: { type, properties, ...schema },
  run,
}: AgentTool): AnthropicAgentTool {
  return {
    name,
    description,
    input_schema: { type, properties: { ...properties }, ...schema },
    parse: (input) => input,
    async run(input) {
      const { text, isError } = await run(input);
      if (isError) throw new PalimpsestError(text, 'NOT_RECALLED');
      return text;
    },
  };
}
