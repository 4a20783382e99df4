import type {
  ContentBlock,
  DroppedCounts,
  IContent,
  ToolResponseBlock,
  ToolTaxonomy,
} from '@palimpsest/core-types';
import {
  isHumanText,
  type ExchangeIndex,
  type HistoryPlan,
  type Protection,
} from '@palimpsest/history';
import { isLongerThan, summarizeResponse } from '@palimpsest/tool-taxonomy';

export interface SummarizeHeadOptions {
  /** Entries from here on are the tail and stay. */
  readonly boundary: number;
  readonly isProtected: Protection;
  readonly taxonomy: ToolTaxonomy;
  /** Leaves results alone that are shorter than their line. @default false: a line always names tool and status */
  readonly sparesShort?: boolean;
}

export interface SummarizedHead {
  readonly plan: HistoryPlan;
  readonly dropped: DroppedCounts;
}

/** Plans one line for every tool result before the boundary; pictures and files beside a result go with it (REQ-HD-008.3, D18). */
export function summarizeHead(
  { history, responses }: ExchangeIndex,
  { boundary, isProtected, taxonomy, sparesShort = false }: SummarizeHeadOptions,
): SummarizedHead {
  const replacements = new Map<number, IContent>();
  let toolResults = 0;
  let mediaBlocks = 0;
  // Responses come in reading order: those of one entry stand together.
  for (let at = 0; at < responses.length;) {
    const { entry: index } = responses[at]!;
    if (index >= boundary) break;
    const entry = history[index]!;
    let blocks: ContentBlock[] | undefined;
    const isFree = !isProtected(entry) && !isHumanText(entry);
    for (; responses[at]?.entry === index; at += 1) {
      const { response, call, block } = responses[at]!;
      const summary = isFree ? summarizeResponse(call.call, response, taxonomy) : response;
      if (summary === response || (sparesShort && isShorterThanLine(response, summary))) continue;
      blocks ??= [...entry.blocks];
      blocks[block] = summary;
      toolResults += 1;
    }
    // Beside a result in somebody else's words, a picture is theirs.
    if (isFree && entry.speaker === 'tool' && entry.blocks.some(isMedia)) {
      const kept = (blocks ?? entry.blocks).filter((block) => !isMedia(block));
      mediaBlocks += entry.blocks.length - kept.length;
      blocks = kept;
    }
    if (blocks !== undefined) replacements.set(index, { ...entry, blocks });
  }
  return {
    plan: { removals: new Set(), replacements },
    dropped: {
      ...(toolResults > 0 ? { toolResults } : {}),
      ...(mediaBlocks > 0 ? { mediaBlocks } : {}),
    },
  };
}

function isShorterThanLine(response: ToolResponseBlock, { result }: ToolResponseBlock): boolean {
  return !isLongerThan(response.result, String(result).length - 1);
}

const isMedia = ({ type }: ContentBlock): boolean => type === 'media';
