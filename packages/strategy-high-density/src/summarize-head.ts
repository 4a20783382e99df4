import type { ContentBlock, DroppedCounts, IContent, ToolTaxonomy } from '@palimpsest/core-types';
import type { ExchangeIndex, HistoryPlan, Protection } from '@palimpsest/history';
import { summarizeResponse } from './tool-result-summary.ts';

export interface SummarizeHeadOptions {
  /** Entries from here on are the tail and stay. */
  readonly boundary: number;
  readonly isProtected: Protection;
  readonly taxonomy: ToolTaxonomy;
}

/** Plans one line for every tool result before the boundary; pictures and files beside a result go with it (REQ-HD-008.3, D18). */
export function summarizeHead(
  { history, responses }: ExchangeIndex,
  { boundary, isProtected, taxonomy }: SummarizeHeadOptions,
): { readonly plan: HistoryPlan; readonly dropped: DroppedCounts } {
  const summaries = new Map<number, Map<ContentBlock, ContentBlock>>();
  let toolResults = 0;
  for (const { entry, response, call } of responses) {
    if (entry >= boundary || isProtected(history[entry]!)) continue;
    const summary = summarizeResponse(call.call, response, taxonomy);
    let blocks = summaries.get(entry);
    if (blocks === undefined) summaries.set(entry, (blocks = new Map()));
    if (summary === response) continue;
    blocks.set(response, summary);
    toolResults += 1;
  }
  const replacements = new Map<number, IContent>();
  let mediaBlocks = 0;
  for (const [index, changed] of summaries) {
    const entry = history[index]!;
    const media = entry.blocks.filter(isMedia).length;
    if (changed.size === 0 && media === 0) continue;
    mediaBlocks += media;
    const kept = media === 0 ? entry.blocks : entry.blocks.filter((block) => !isMedia(block));
    replacements.set(index, { ...entry, blocks: kept.map((block) => changed.get(block) ?? block) });
  }
  return {
    plan: { removals: new Set(), replacements },
    dropped: {
      ...(toolResults > 0 ? { toolResults } : {}),
      ...(mediaBlocks > 0 ? { mediaBlocks } : {}),
    },
  };
}

const isMedia = ({ type }: ContentBlock): boolean => type === 'media';
