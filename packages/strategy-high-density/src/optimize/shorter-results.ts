import {
  isMarker,
  soleText,
  type ToolCallBlock,
  type ToolResponseBlock,
  type ToolTaxonomy,
  withSoleText,
} from '@palimpsest/core-types';
import { isLongerThan, resultLength, summarizeResponse } from '@palimpsest/tool-taxonomy';
import { pointerFor } from './pointer.ts';
import type { Read } from './stale-reads.ts';
import { isFailed, useOf, type ToolResult } from './tool-result.ts';

/** Returns the result of a stale read with a pointer as its text; `undefined` if that is not shorter, or the result is a marker. */
export function stalePointer(
  { call, result: { response } }: Read,
  taxonomy: ToolTaxonomy,
): ToolResponseBlock | undefined {
  if (isMarked(response)) return undefined;
  const result = withSoleText(response.result, pointerFor(useOf(call, taxonomy)));
  const isGain = isLongerThan(response.result, resultLength(result));
  return isGain ? { ...response, result } : undefined;
}

/**
 * Returns an old result after pruning (REQ-HD-007). A marker stays, so that a second run changes nothing (C15), and so do a result that is not
 * longer than its pointer and the agent's own notes (todo lists, memory) (D20). A failed result keeps its error (law 7).
 */
export function prunedResponse(old: ToolResult, taxonomy: ToolTaxonomy): ToolResponseBlock {
  const { response, call } = old;
  if (isMarked(response)) return response;
  const { result } = response;
  const called = call?.call ?? lostCall(response);
  const use =
    call === undefined ? taxonomy.describe(called.name, called.parameters) : useOf(call, taxonomy);
  if (use.kind === 'state') return response;
  const shorter = isFailed(old, use, taxonomy)
    ? summarizeResponse(called, response, taxonomy).result
    : withSoleText(result, pointerFor(use));
  if (shorter === result) return response;
  return isLongerThan(result, resultLength(shorter)) ? { ...response, result: shorter } : response;
}

function isMarked({ result }: ToolResponseBlock): boolean {
  return isMarker(soleText(result) ?? '');
}

/** Returns a substitute for the call of an unmatched result, as a raw history may have one: only the tool name is known. */
function lostCall({ callId, toolName }: ToolResponseBlock): ToolCallBlock {
  return { type: 'tool_call', id: callId, name: toolName, parameters: undefined };
}
