import {
  DROPPED_POINTER,
  isMarker,
  PRUNED_POINTER,
  soleText,
  withSoleText,
  type ToolCallBlock,
  type ToolResponseBlock,
  type ToolTaxonomy,
  type ToolUse,
} from '@palimpsest/core-types';
import { isResultLongerThan, resultLength, summarizeResponse } from '@palimpsest/engine/tools';
import type { MatchedResult, ToolResult } from './tool-results.ts';

/** Returns the text that replaces a pruned result. It recommends another run only for a tool without side effects. */
function pointerFor({ hasSideEffects }: ToolUse): string {
  return hasSideEffects ? DROPPED_POINTER : PRUNED_POINTER;
}

/** Returns the result of a stale read with a pointer as its text; `undefined` if that is not shorter, or the result is a marker. */
export function stalePointer({ call, response }: MatchedResult): ToolResponseBlock | undefined {
  if (isMarked(response)) return undefined;
  const result = withSoleText(response.result, pointerFor(call.use));
  const isGain = isResultLongerThan(response.result, resultLength(result));
  return isGain ? { ...response, result } : undefined;
}

/**
 * Returns an old result after pruning. A marker stays, so that a second run changes nothing, and so do a result that is not longer than its
 * pointer and the agent's own notes (todo lists, memory). A failed result keeps its error.
 */
export function prunedResponse(old: ToolResult, taxonomy: ToolTaxonomy): ToolResponseBlock {
  const { response } = old;
  if (isMarked(response)) return response;
  const { result } = response;
  const called = old.call?.call ?? lostCall(response);
  const use = old.call?.use ?? taxonomy.describe(called.name, called.parameters);
  if (use.kind === 'state') return response;
  const shorter = old.hasFailed
    ? summarizeResponse(called, response, taxonomy).result
    : withSoleText(result, pointerFor(use));
  if (shorter === result) return response;
  return isResultLongerThan(result, resultLength(shorter))
    ? { ...response, result: shorter }
    : response;
}

function isMarked({ result }: ToolResponseBlock): boolean {
  return isMarker(soleText(result) ?? '');
}

/** Returns a substitute for the call of an unmatched result, as a raw history may have one: only the tool name is known. */
function lostCall({ callId, toolName }: ToolResponseBlock): ToolCallBlock {
  return { type: 'tool_call', id: callId, name: toolName, parameters: undefined };
}
