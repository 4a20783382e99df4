import type { AgentTool } from '@palimpsest/adapter';

/** A tool for chat completions. Its function is not sent: JSON has none. */
export interface ChatTool {
  readonly type: 'function';
  readonly function: {
    readonly name: AgentTool['name'];
    readonly description: string;
    readonly parameters: Record<string, unknown>;
    /** Always returns a text, also if nothing was found. */
    readonly function: (input: string) => Promise<string>;
  };
}

/** A tool for the Responses API. */
export interface ResponsesTool {
  readonly type: 'function';
  readonly name: AgentTool['name'];
  readonly description: string;
  readonly parameters: Record<string, unknown>;
  /** A strict tool has no optional parameters. */
  readonly strict: false;
}

export function toResponsesTool({ name, description, inputSchema }: AgentTool): ResponsesTool {
  return { type: 'function', name, description, parameters: { ...inputSchema }, strict: false };
}

export function toChatTool({ name, description, inputSchema, run }: AgentTool): ChatTool {
  const answer = async (input: string): Promise<string> => (await run(input)).text;
  const parameters = { ...inputSchema };
  return { type: 'function', function: { name, description, parameters, function: answer } };
}
