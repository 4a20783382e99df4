import {
  isMarker,
  type ContentBlock,
  type ToolCallBlock,
  type ToolResponseBlock,
  type ToolTaxonomy,
} from '@palimpsest/core-types';
import type { ExchangeIndex } from '@palimpsest/history';
import { hasFailed, isLongerThan, summarizeResponse } from '@palimpsest/tool-taxonomy';
import { pointerFor } from './pointer.ts';
import type { WorkingView } from './working-view.ts';

export interface RecencyOptions {
  /** Newest results of each tool that stay; below 1 counts as 1 (REQ-HD-013.6). What is no number keeps everything. */
  readonly retention: number;
  readonly isProtected: (entry: number) => boolean;
}

/**
 * Replaces the payload of all but the newest results of each tool (REQ-HD-007). What is pruned already is left alone, so a second run
 * finds nothing (C15); what is no longer than its pointer, and the agent's own notes (todo lists, memory), stay (D20). A failure keeps
 * saying what failed (law 7). Returns how many results it pruned.
 */
export function pruneByRecency(
  view: WorkingView,
  { responses }: ExchangeIndex,
  taxonomy: ToolTaxonomy,
  { retention, isProtected }: RecencyOptions,
): number {
  const kept = Math.max(1, Math.floor(retention));
  const calls = new Map(responses.map(({ response, call }) => [response, call.call]));
  const seen = new Map<string, number>();
  let count = 0;
  for (let entry = view.length - 1; entry >= 0; entry -= 1) {
    const blocks = view.entry(entry)?.blocks ?? [];
    let pruned: ContentBlock[] | undefined;
    for (let at = blocks.length - 1; at >= 0; at -= 1) {
      const block = blocks[at]!;
      if (block.type !== 'tool_response') continue;
      const rank = (seen.get(block.toolName) ?? 0) + 1;
      seen.set(block.toolName, rank);
      if (!(rank > kept) || isProtected(entry)) continue;
      const replacement = prune(block, calls.get(block) ?? lostCall(block), taxonomy);
      if (replacement === block) continue;
      pruned ??= [...blocks];
      pruned[at] = replacement;
      count += 1;
    }
    if (pruned !== undefined) view.setBlocks(entry, pruned);
  }
  return count;
}

function prune(
  response: ToolResponseBlock,
  call: ToolCallBlock,
  taxonomy: ToolTaxonomy,
): ToolResponseBlock {
  const { result } = response;
  if (typeof result === 'string' && isMarker(result)) return response;
  const use = taxonomy.describe(call.name, call.parameters);
  if (use.kind === 'state') return response;
  const shorter = hasFailed(taxonomy, use, response)
    ? summarizeResponse(call, response, taxonomy).result
    : pointerFor(use);
  if (shorter === result) return response;
  const isGain = typeof shorter === 'string' && isLongerThan(result, shorter.length);
  return isGain ? { ...response, result: shorter } : response;
}

/** A raw history may hold a response whose call is gone: its own name is all there is. */
function lostCall({ callId, toolName }: ToolResponseBlock): ToolCallBlock {
  return { type: 'tool_call', id: callId, name: toolName, parameters: undefined };
}
