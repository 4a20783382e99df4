import {
  isMarker,
  soleText,
  type ToolCallBlock,
  type ToolResponseBlock,
  type ToolTaxonomy,
  withSoleText,
} from '@palimpsest/core-types';
import {
  hasFailed,
  isLongerThan,
  resultLength,
  summarizeResponse,
} from '@palimpsest/tool-taxonomy';
import { pointerFor } from './pointer.ts';
import type { Read } from './stale-reads.ts';
import { useOf, type ToolResult } from './tool-result.ts';

/** What stale reads leave where settings ask for pointers; `undefined` where nothing is gained. */
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
 * What is left of an old result (REQ-HD-007). What is pruned already is left alone, so a second run finds nothing (C15); what is no longer
 * than its pointer, and the agent's own notes (todo lists, memory), stay (D20). A failure keeps saying what failed (law 7).
 */
export function prunedResponse(
  { response, call }: ToolResult,
  taxonomy: ToolTaxonomy,
): ToolResponseBlock {
  if (isMarked(response)) return response;
  const { result } = response;
  const called = call?.call ?? lostCall(response);
  const use =
    call === undefined ? taxonomy.describe(called.name, called.parameters) : useOf(call, taxonomy);
  if (use.kind === 'state') return response;
  const shorter = hasFailed(taxonomy, use, response)
    ? summarizeResponse(called, response, taxonomy).result
    : withSoleText(result, pointerFor(use));
  if (shorter === result) return response;
  return isLongerThan(result, resultLength(shorter)) ? { ...response, result: shorter } : response;
}

function isMarked({ result }: ToolResponseBlock): boolean {
  return isMarker(soleText(result) ?? '');
}

/** A raw history may hold a response whose call is gone: its own name is all there is. */
function lostCall({ callId, toolName }: ToolResponseBlock): ToolCallBlock {
  return { type: 'tool_call', id: callId, name: toolName, parameters: undefined };
}
