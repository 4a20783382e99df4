import { DROPPED_POINTER, PRUNED_POINTER, type ToolUse } from '@palimpsest/core-types';

/** Returns the text that replaces a pruned result. It recommends another run only for a tool without side effects (C18). */
export function pointerFor({ hasSideEffects }: ToolUse): string {
  return hasSideEffects ? DROPPED_POINTER : PRUNED_POINTER;
}
