import {
  afterRecallId,
  isGapNote,
  type CompressionStrategy,
  type ContentBlock,
  type IContent,
} from '@palimpsest/core-types';
import { notesIn, type HistoryPlan } from '@palimpsest/history';
import type { Ladder } from './ladder.ts';
import { blockTokens, entriesWith, type Payload, type ResultPayload } from './payloads.ts';
import { reduceTogether } from './reduce-together.ts';
import type { RequestDraft } from './request-draft.ts';
import type { Originals } from './summarize-results.ts';

export interface Reducing {
  readonly strategy: CompressionStrategy;
  readonly ladder: Ladder;
  /** Whether the marker legend is in the history. If not, the first reduced result begins with it: no message needs to change for it. */
  readonly hasLegend: boolean;
  /** Learns what the reduced results were. */
  readonly originals: Originals;
}

/** A plan that leaves results the lines that are needed most, `level` tokens each on the whole; `undefined` where none gets smaller. */
export async function reduceTo(
  level: number,
  results: readonly ResultPayload[],
  draft: RequestDraft,
  { strategy, ladder, hasLegend, originals }: Reducing,
): Promise<HistoryPlan | undefined> {
  const { estimateTokens, signal } = ladder;
  const reduction = { strategy, ladder, hasLegend, entries: draft.entries };
  const left = await reduceTogether(results, level * results.length, reduction);
  const reduced = new Map<Payload, ContentBlock>();
  for (const [payload, block] of left) {
    signal?.throwIfAborted();
    if ((await blockTokens(estimateTokens, block)) >= payload.tokens) continue;
    reduced.set(payload, block);
    originals.set(block, payload.response);
  }
  if (reduced.size === 0) return undefined;
  return { removals: new Set(), replacements: entriesWith(draft, reduced) };
}

/** Returns whether entries explain gap markers to the model. */
export function explainsMarks(entries: readonly IContent[]): boolean {
  return entries.some((entry) => {
    if (notesIn(entry).some(isGapNote)) return true;
    return entry.blocks.some((block) => {
      if (block.type !== 'tool_response' || typeof block.result !== 'string') return false;
      const start = afterRecallId(block.result);
      const end = block.result.indexOf('\n', start);
      return isGapNote(block.result.slice(start, end < 0 ? undefined : end));
    });
  });
}
