import {
  findRecallId,
  type ContentBlock,
  type DroppedCounts,
  type IContent,
  type ToolResponseBlock,
} from '@palimpsest/core-types';
import type { StrategyInput } from '@palimpsest/engine';
import { isHumanText, type EditPlan } from '@palimpsest/engine/history';
import {
  SHORT_RESULT_LENGTH,
  countMedia,
  isResultLongerThan,
  resultLength,
  shortestSummary,
  summarizeResponse,
  withRecallId,
} from '@palimpsest/engine/tools';
import type { highDensityServices } from './services.ts';

type Input = StrategyInput<unknown, unknown, typeof highDensityServices>;

/** Lines of results that their summaries repeat. */
export type AskedLines = ReadonlyMap<ToolResponseBlock, readonly string[]>;

/** Which results stay whole: none; those shorter than their line; also all short ones. */
export type SparedResults = 'none' | 'shorter' | 'short';

/** Plans one line for every tool result before the tail, and removes media next to results. */
export async function summarizeHead(
  input: Input,
  spares: SparedResults,
  asked: AskedLines,
): Promise<EditPlan> {
  const { toolTaxonomy } = input.services;
  const edits = new Map<number, IContent>();
  for (const { at, entry, results } of reducibleResults(input)) {
    await input.yieldToEventLoop();
    let blocks: ContentBlock[] | undefined;
    for (const { response, call, block } of results) {
      const line = summarizeResponse(call.call, response, toolTaxonomy, asked.get(response));
      if (line === response) continue;
      const id = findRecallId(response.result) ?? input.context.originalId?.(entry, block);
      const summary = id === undefined ? line : withRecallId(line, id);
      if (isSpared(response, summary, spares)) continue;
      (blocks ??= [...entry.blocks])[block] = summary;
    }
    // In a message of another role, media next to a result belong to that message.
    if (entry.speaker === 'tool' && entry.blocks.some(isMedia)) {
      blocks = (blocks ?? entry.blocks).filter((block) => !isMedia(block));
    }
    if (blocks !== undefined) edits.set(at, { ...entry, blocks });
  }
  return { edits };
}

/** Yields the entries before the tail whose results may be reduced, with these results. */
function* reducibleResults({
  history,
  index: { responses },
  tailStart,
  isProtected,
}: StrategyInput) {
  // Results are in reading order: those of one entry are adjacent.
  for (let end = 0, start = 0; start < responses.length; start = end) {
    const at = responses[start]!.entry;
    if (at >= tailStart) return;
    while (responses[end]?.entry === at) end += 1;
    const entry = history[at]!;
    if (isProtected(entry) || isHumanText(entry)) continue;
    yield { at, entry, results: responses.slice(start, end) };
  }
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
  return !isResultLongerThan(response.result, Math.max(shortLength, gainlessLength));
}

/**
 * Returns the plan with summaries of successful results reduced to tool and status, including those of earlier compressions: the calls contain
 * the rest.
 */
export async function shortenSummaries(
  input: Input,
  { edits: lined }: EditPlan,
): Promise<EditPlan> {
  const { toolTaxonomy } = input.services;
  const edits = new Map<number, IContent>();
  for (const { at, entry: given, results } of reducibleResults(input)) {
    await input.yieldToEventLoop();
    const entry = lined.get(at) ?? given;
    // Next to results, only media are removed: the nth result is the same in both entries.
    const waiting = results.values();
    const blocks = entry.blocks.map((block) => {
      const result = block.type === 'tool_response' ? waiting.next().value : undefined;
      if (block.type !== 'tool_response' || result === undefined) return block;
      const isNew = block !== result.response;
      return shortestSummary(result.call.call, block, toolTaxonomy, isNew);
    });
    if (blocks.some((block, index) => block !== entry.blocks[index])) {
      edits.set(at, { ...entry, blocks });
    } else if (entry !== given) edits.set(at, entry);
  }
  return { edits };
}

/** Returns the number of results that a plan reduces to a line, and of media that it removes next to them. */
export function countSummarized(history: readonly IContent[], { edits }: EditPlan): DroppedCounts {
  let toolResults = 0;
  let mediaBlocks = 0;
  for (const [at, entry] of edits) {
    if (entry === undefined) continue;
    const { blocks } = entry;
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
