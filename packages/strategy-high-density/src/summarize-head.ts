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
  SHORT_RESULT_LENGTH,
  countMedia,
  isLongerThan,
  resultLength,
  summarizeResponse,
} from '@palimpsest/tool-taxonomy';

export interface Head {
  /** Tail start: entries from this index on stay unchanged. */
  readonly boundary: number;
  readonly isProtected: EntryPredicate;
  readonly taxonomy: ToolTaxonomy;
}

/** Which results stay whole: none; those shorter than their line; also all short ones. */
export type SparedResults = 'none' | 'shorter' | 'short';

export interface SummarizeHeadOptions extends Head {
  /** @default 'none': every result has a line with tool and status */
  readonly spares?: SparedResults;
}

/** Plans one line for every tool result before the boundary, and removes media next to results (REQ-HD-008.3, D18). */
export function summarizeHead(
  { history, responses }: ExchangeIndex,
  { boundary, isProtected, taxonomy, spares = 'none' }: SummarizeHeadOptions,
): EditPlan {
  const replacements = new Map<number, IContent>();
  // Results are in reading order: those of one entry are adjacent.
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
      if (summary === response || isSpared(response, summary, spares)) continue;
      blocks ??= [...entry.blocks];
      blocks[block] = summary;
    }
    // In a message of another role, media next to a result belong to that message.
    if (isFree && entry.speaker === 'tool' && entry.blocks.some(isMedia)) {
      blocks = (blocks ?? entry.blocks).filter((block) => !isMedia(block));
    }
    if (blocks !== undefined) replacements.set(index, { ...entry, blocks });
  }
  return { removals: new Set(), replacements };
}

/** Returns the number of results that a plan reduces to a line, and of media that it removes next to them. */
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

/** Returns whether a result stays. Both `result` and `error` count: a failed call may have all its output in `error`. */
function isSpared(
  response: ToolResponseBlock,
  line: ToolResponseBlock,
  spares: SparedResults,
): boolean {
  if (spares === 'none') return false;
  const errorFreed = (response.error?.length ?? 0) - (line.error?.length ?? 0);
  const shortLength = spares === 'short' && response.error === undefined ? SHORT_RESULT_LENGTH : -1;
  const gainlessLength = resultLength(line.result) - 1 - errorFreed;
  return !isLongerThan(response.result, Math.max(shortLength, gainlessLength));
}

const isMedia = ({ type }: ContentBlock): boolean => type === 'media';
