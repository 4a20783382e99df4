import type {
  ContentBlock,
  DroppedCounts,
  IContent,
  ToolResponseBlock,
} from '@palimpsest/core-types';
import type { StrategyInput } from '@palimpsest/engine';
import { isHumanText, type EditPlan } from '@palimpsest/history';
import {
  SHORT_RESULT_LENGTH,
  countMedia,
  defaultToolTaxonomy,
  isLongerThan,
  resultLength,
  shortestSummary,
  summarizeResponse,
} from '@palimpsest/tool-taxonomy';

/** Which results stay whole: none; those shorter than their line; also all short ones. */
export type SparedResults = 'none' | 'shorter' | 'short';

/** Plans one line for every tool result before the tail, and removes media next to results (REQ-HD-008.3, D18). */
export function summarizeHead(
  { history, index: { responses }, tailStart, isProtected, services }: StrategyInput,
  spares: SparedResults,
): EditPlan {
  const { toolTaxonomy = defaultToolTaxonomy } = services;
  const replacements = new Map<number, IContent>();
  // Results are in reading order: those of one entry are adjacent.
  for (let at = 0; at < responses.length;) {
    const { entry: index } = responses[at]!;
    if (index >= tailStart) break;
    const entry = history[index]!;
    let blocks: ContentBlock[] | undefined;
    const isFree = !isProtected(entry) && !isHumanText(entry);
    for (; responses[at]?.entry === index; at += 1) {
      if (!isFree) continue;
      const { response, call, block } = responses[at]!;
      const summary = summarizeResponse(call.call, response, toolTaxonomy);
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

/**
 * Returns the plan with summaries of successful results reduced to tool and status, including those of earlier compressions: the calls contain
 * the rest.
 */
export function shortenSummaries(
  { history, index: { responses }, tailStart, isProtected, services }: StrategyInput,
  { replacements: lined, removals }: EditPlan,
): EditPlan {
  const { toolTaxonomy = defaultToolTaxonomy } = services;
  const replacements = new Map<number, IContent>();
  for (let at = 0; at < responses.length;) {
    const { entry: index } = responses[at]!;
    if (index >= tailStart) break;
    const given = history[index]!;
    const entry = lined.get(index) ?? given;
    const isFree = entry !== given || !(isProtected(given) || isHumanText(given));
    let isShorter = false;
    // Next to results, only media are removed: the nth result is the same in both entries.
    const blocks = entry.blocks.map((block) => {
      if (block.type !== 'tool_response' || responses[at]?.entry !== index) return block;
      const { call, response } = responses[at]!;
      at += 1;
      const isNew = block !== response;
      const line = isFree ? shortestSummary(call.call, block, toolTaxonomy, isNew) : block;
      isShorter ||= line !== block;
      return line;
    });
    while (responses[at]?.entry === index) at += 1;
    if (isShorter) replacements.set(index, { ...entry, blocks });
    else if (entry !== given) replacements.set(index, entry);
  }
  return { removals, replacements };
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
    const before = new Set<ContentBlock>(given);
    for (const block of blocks) {
      if (block.type === 'tool_response' && !before.has(block)) toolResults += 1;
    }
  }
  return {
    ...(toolResults > 0 ? { toolResults } : {}),
    ...(mediaBlocks > 0 ? { mediaBlocks } : {}),
  };
}

const isMedia = ({ type }: ContentBlock): boolean => type === 'media';
