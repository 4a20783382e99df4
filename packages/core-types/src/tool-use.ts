import type { ToolResponseBlock } from './content.ts';

/** What a tool is for. `state` tools keep the agent's own notes (todo lists, memory); `other` is unknown and treated with care. */
export type ToolKind = 'read' | 'write' | 'run' | 'search' | 'fetch' | 'state' | 'other';

/** One call, understood. */
export interface ToolUse {
  readonly kind: ToolKind;
  /** Files the call reads or writes, as written in its parameters. Empty where unknown. */
  readonly paths: readonly string[];
  /** A path is a pattern, so the call may touch more than `paths` names. */
  readonly hasGlob: boolean;
  /** Running it again could change something outside. Unknown tools count as having side effects. */
  readonly hasSideEffects: boolean;
  /** What the call was about in one short text: the path, else the command, pattern, address or query. */
  readonly key?: string;
}

/** Knows tools by name. `@palimpsest/tool-taxonomy` implements it from data; a user may bring another. */
export interface ToolTaxonomy {
  /** Never throws, whatever the parameters are. */
  describe(name: string, parameters: unknown): ToolUse;
  /**
   * Whether a call failed. `error` and `isError` decide; then structured signals of the result; texts are judged only for tools that
   * report failure in text, and only where a line starts (C4, D8).
   */
  hasFailed(use: ToolUse, response: ToolResponseBlock): boolean;
}
