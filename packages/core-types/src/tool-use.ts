import type { ToolResponseBlock } from './content.ts';

/** What a tool does. `state` tools keep the agent's notes (todo lists, memory); `other` is unknown. */
export type ToolKind = 'read' | 'write' | 'run' | 'search' | 'fetch' | 'state' | 'other';

/** The taxonomy's description of one tool call. */
export interface ToolUse {
  readonly kind: ToolKind;
  /** Files that the call reads or writes, as written in its arguments. Empty if unknown. */
  readonly paths: readonly string[];
  /** Whether a path is a pattern, so that the call may affect more than `paths`. */
  readonly hasGlob: boolean;
  /** Whether running the call again may change something outside. True for unknown tools. */
  readonly hasSideEffects: boolean;
  /** Short description of the call: its path, else its command, pattern, URL or query. */
  readonly key?: string;
  /**
   * Name of the plan whose state the call writes: one name for the agent's whole list, one for each task, if a call writes a task, and `mode` for
   * the mode in which the agent works. A later call with the same name replaces this one.
   */
  readonly plan?: string;
}

/** Describes tool calls by the name of the tool. `@palimpsest/engine/tools` implements it with data. */
export interface ToolTaxonomy {
  /** Returns what a call does. Never throws. */
  describe(name: string, parameters: unknown): ToolUse;
  /**
   * Returns whether a call failed, by `error` and `isError`, then by structured fields of the result. Texts count only for tools that
   * report failures in text, and only at line starts.
   */
  hasFailed(use: ToolUse, response: ToolResponseBlock): boolean;
}

/** Definition of a tool in the format of MCP. Other providers name `inputSchema` `parameters` or `input_schema`. */
export interface ToolDefinition<Name extends string = string> {
  readonly name: Name;
  readonly description: string;
  /** JSON Schema with only the keywords that every provider accepts. */
  readonly inputSchema: {
    readonly type: 'object';
    readonly properties: Readonly<Record<string, object>>;
    readonly required?: readonly string[];
  };
}
