import { hasFailed } from '@palimpsest/tool-taxonomy';
import type {
  ToolCallBlock,
  ToolResponseBlock,
  ToolTaxonomy,
  ToolUse,
} from '@palimpsest/core-types';

/** A tool call and its position. */
export interface ToolCall {
  readonly entry: number;
  readonly block: number;
  readonly call: ToolCallBlock;
  /** Semantics of the call; `undefined` until first needed. */
  use: ToolUse | undefined;
}

/** A tool result, its position and its current state. */
export interface ToolResult {
  readonly entry: number;
  readonly block: number;
  readonly response: ToolResponseBlock;
  /** `undefined` if no pending call before the result has its id. */
  readonly call: ToolCall | undefined;
  /** Whether the call failed; `undefined` until first needed. */
  hasFailed: boolean | undefined;
  /** Whether it is removed with its call, as part of a stale read. */
  isRemoved: boolean;
  /** Its replacement if it is a stale read that leaves a pointer. */
  pointer: ToolResponseBlock | undefined;
  /** Whether its tool has as many newer results as are kept. */
  isOld: boolean;
  /** Its replacement if it is old, once computed: the same object if nothing is saved. */
  pruned: ToolResponseBlock | undefined;
}

/** Returns the semantics of a call; asks the taxonomy once per call. */
export function useOf(call: ToolCall, taxonomy: ToolTaxonomy): ToolUse {
  return (call.use ??= taxonomy.describe(call.call.name, call.call.parameters));
}

/** Returns whether the call of a result failed; reads the result once. `use` is what the call does. */
export function isFailed(result: ToolResult, use: ToolUse, taxonomy: ToolTaxonomy): boolean {
  return (result.hasFailed ??= hasFailed(taxonomy, use, result.response));
}
