import { DROPPED_POINTER, PRUNED_POINTER, type ToolUse } from '@palimpsest/core-types';

/** What is left of a pruned result. Only a tool without side effects is recommended for another run (C18). */
export function pointerFor({ hasSideEffects }: ToolUse): string {
  return hasSideEffects ? DROPPED_POINTER : PRUNED_POINTER;
}
