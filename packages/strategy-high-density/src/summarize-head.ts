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
  type EditPlan,
  type EntryPredicate,
} from '@palimpsest/history';
import {
  countMedia,
  isLongerThan,
  resultLength,
  summarizeResponse,
} from '@palimpsest/tool-taxonomy';

export interface Head {
  /** Entries from here on are the tail and stay. */
  readonly boundary: number;
  readonly isProtected: EntryPredicate;
  readonly taxonomy: ToolTaxonomy;
}

export interface SummarizeHeadOptions extends Head {
  /** Leaves results alone that are shorter than their line, with all they say. @default false: a line always names tool and status */
  readonly sparesShort?: boolean;
}

/** Plans one line for every tool result before the boundary; pictures and files beside a result go with it (REQ-HD-008.3, D18). */
export function summarizeHead(
  { history, responses }: ExchangeIndex,
  { boundary, isProtected, taxonomy, sparesShort = false }: SummarizeHeadOptions,
): EditPlan {
  const replacements = new Map<number, IContent>();
  // Responses come in reading order: those of one entry stand together.
  for (let at = 0; at < responses.length;) {
    const { entry: index } = responses[at]!;
    if (index >= boundary) break;
    const entry = history[index]!;
    let blocks: ContentBlock[] | undefined;
    const isFree = !isProtected(entry) && !isHumanText(entry);
    for (; responses[at]?.entry === index; at += 1) {
      if (!isFree) continue;
      const { response, call, block } = responses[at]!;
      const summary = summarizeResponse(call.call, response, taxonomy);
      if (summary === response || (sparesShort && isShorterThanLine(response, summary))) continue;
      blocks ??= [...entry.blocks];
      blocks[block] = summary;
    }
    // Beside a result in somebody else's words, a picture is theirs.
    if (isFree && entry.speaker === 'tool' && entry.blocks.some(isMedia)) {
      blocks = (blocks ?? entry.blocks).filter((block) => !isMedia(block));
    }
    if (blocks !== undefined) replacements.set(index, { ...entry, blocks });
  }
  return { removals: new Set(), replacements };
}

/** Results that a plan leaves a line of, and the media it takes from beside them. */
export function countSummarized(
  history: readonly IContent[],
  { removals, replacements }: EditPlan,
): DroppedCounts {
  let toolResults = 0;
  let mediaBlocks = 0;
  for (const [at, { blocks }] of replacements) {
    if (removals.has(at)) continue;
    const given = history[at]!.blocks;
    mediaBlocks += countMedia(given) - countMedia(blocks);
    const before = given.length === 1 ? undefined : new Set<ContentBlock>(given);
    for (const block of blocks) {
      const isKept = before === undefined ? block === given[0] : before.has(block);
      if (block.type === 'tool_response' && !isKept) toolResults += 1;
    }
  }
  return {
    ...(toolResults > 0 ? { toolResults } : {}),
    ...(mediaBlocks > 0 ? { mediaBlocks } : {}),
  };
}

/** Both `result` and `error` count: a call that failed may have said everything in its error. */
function isShorterThanLine(response: ToolResponseBlock, line: ToolResponseBlock): boolean {
  const errorFreed = (response.error?.length ?? 0) - (line.error?.length ?? 0);
  return !isLongerThan(response.result, resultLength(line.result) - 1 - errorFreed);
}

const isMedia = ({ type }: ContentBlock): boolean => type === 'media';
