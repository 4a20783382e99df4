import type {
  ToolCallBlock,
  ToolResponseBlock,
  ToolTaxonomy,
  ToolUse,
} from '@palimpsest/core-types';

/** A tool call and where it stands. */
export interface ToolCall {
  readonly entry: number;
  readonly block: number;
  readonly call: ToolCallBlock;
  /** What its tool does, once somebody asked. */
  use: ToolUse | undefined;
}

/** A tool response, where it stands, and what is known of it by now. */
export interface ToolResult {
  readonly entry: number;
  readonly block: number;
  readonly response: ToolResponseBlock;
  /** `undefined` where no call before it is open for it. */
  readonly call: ToolCall | undefined;
  /** It belongs to a stale read that is taken out, with its call. */
  isGone: boolean;
  /** What stands in its place where a stale read leaves a pointer. */
  pointer: ToolResponseBlock | undefined;
  /** There are as many newer results of its tool as stay. */
  isOld: boolean;
  /** What stands in its place where it is old, once somebody asked: itself where nothing is gained. */
  pruned: ToolResponseBlock | undefined;
}

/** What the tool of a call does; a taxonomy is asked once. */
export function useOf(call: ToolCall, taxonomy: ToolTaxonomy): ToolUse {
  return (call.use ??= taxonomy.describe(call.call.name, call.call.parameters));
}
